import { setTimeout as pause } from 'node:timers/promises';
import { runningShell } from '../registry/announcement.ts';
import { afterPromoting } from '../registry/moves.ts';
import type { DeployTarget } from '../registry/platform-registry.ts';
import type { Release } from '../registry/schema.ts';
import { addressed } from '../server/lineup/lineup.ts';

const WAIT_MS = 15_000;
const POLL_MS = 50;
const ANSWER_MS = 2_000;

async function untilServed(url: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
    if (answer?.ok) return;
    if (performance.now() > deadline)
      throw new Error(`${url} is not served; expected the running platform to serve it by now`);
    await pause(POLL_MS);
  }
}

/** Does something for which the files of a release must be served, where a running platform is who serves them. */
export async function whileServed(
  { dataDir, registry }: DeployTarget,
  release: Release,
  origin: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const { name } = release;
  const shell = await runningShell(dataDir);
  const after = afterPromoting(await registry.read(), release, origin).remotes[name];
  if (!shell || !after || after.origin) return work();
  await registry.prepare(name);
  try {
    await untilServed(addressed(after, release, { ...shell, dataDir }).address(release.entry));
    await work();
  } catch (error) {
    await registry.unprepare(name);
    throw error;
  }
}
