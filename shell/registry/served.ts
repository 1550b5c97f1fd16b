import { setTimeout as pause } from 'node:timers/promises';
import { runningShell } from '../server/announcement.ts';
import { addressed } from '../server/lineup.ts';
import { readRegistry } from './registry-file.ts';
import type { Release } from './schema.ts';

const WAIT_MS = 3_000;
const POLL_MS = 50;

/** On a running platform, waits a moment for the server of a remote that was not live before. */
export async function untilServed(dataDir: string, release: Release): Promise<void> {
  const shell = await runningShell(dataDir);
  const remote = (await readRegistry(dataDir)).remotes[release.name];
  if (!shell || !remote || remote.origin) return;
  const url = addressed(remote, release, { ...shell, dataDir }).address(release.entry);
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url, { method: 'HEAD' }).catch(() => null);
    if (answer?.ok) return;
    await pause(POLL_MS);
  }
}
