import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers, ownPlace, type Started, startDirectly } from '../shared/testing/started-platform.ts';
import { until } from '../shared/testing/until.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { backendOn } from '../shell/cli/registry-access.ts';
import type { Release } from '../shell/registry/schema.ts';
import { by } from '../shell/registry/testing/release.ts';
import { failedStart, LAST_LINE, placeOfFile, registryOn } from './testing/platform.ts';

/** Its database begins empty. */
const place = placeOfFile();
const environment = () => ({ ...place.environment, SEED: 'none' });
const REFUSED = 'mf-matrix';
const storePlace = () => path.join(place.dataDir, 'store', REFUSED);

/** A file where the folder of a remote would be makes every publish of it fail. */
function refusePublishing(): void {
  mkdirSync(path.dirname(storePlace()), { recursive: true });
  writeFileSync(storePlace(), '');
}

const registry = () => registryOn(place.dataDir);
const liveVersion = async () => (await (await registry()).read()).remotes[REFUSED]?.live.version;

/** The registry of a platform whose sources changed since. */
async function noteOtherSources(): Promise<void> {
  const changes = await registry();
  const live = (await changes.read()).remotes[REFUSED]?.live;
  if (live) await changes.promote(live, { ...by, startedFrom: 'other sources' });
}

test('a first start ends with the reason when a remote cannot be released, and with no ready', async () => {
  refusePublishing();
  const output = await failedStart(environment());
  expect(output).toMatch(/^mf-matrix: .*(ENOTDIR|EEXIST)/m);
  expect(output).toContain('not started: mf-matrix has no live release. Mend what was named');
  expect(output).toMatch(/^live {3}mf-learning@/m);
}, 300_000);

describe('once the reason is mended', () => {
  let started: Started;
  let version: string | undefined;
  let tiny: Release;

  beforeAll(async () => {
    rmSync(storePlace());
    await start();
    version = await liveVersion();
  }, 300_000);
  afterAll(() => started.child.kill('SIGKILL'));

  async function start(): Promise<void> {
    started = startDirectly(environment());
    await started.untilPrinted(LAST_LINE);
  }
  async function stop(): Promise<void> {
    started.child.kill('SIGTERM');
    await started.ended;
  }

  test('the next start releases that remote alone', () => {
    expect(started.output.match(/^live .*/gm)).toEqual([`live   mf-matrix@${version}`]);
  });

  test('an empty start prints a link that lets the first person in, and no demo account', async () => {
    const { origin } = new URL(`http://127.0.0.1:${place.port}`);
    expect(started.output).toMatch(new RegExp(`^invitation  ${origin}/login#invitation=[0-9a-f]{64}$`, 'm'));
    expect(started.output).not.toContain('lernen-mit-ki');
    expect(await (await fetch(`${origin}/`)).text()).toContain('No posts available yet');
  });

  test('a project, whose releases are those of its teams, starts with what is live, and says so', async () => {
    await noteOtherSources();
    const { supabase, token } = await backendOn(place.dataDir);
    const other = await ownPlace();
    const onProject = startDirectly({
      ...other.environment,
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLISHABLE_KEY: supabase.key,
      REMOTE_TOKEN: token,
      SHELL_TOKEN: await (await registry()).createToken(null, [], null),
    });
    await onProject.untilPrinted(/^ready/m);
    expect(onProject.output).toContain('mf-matrix: TRUSTED_KEYS is not set');
    expect(onProject.output).toContain(`live   mf-matrix@${version} of earlier sources stays live`);
    onProject.child.kill('SIGTERM');
    expect(await onProject.ended).toBe(0);
    other.remove();
  });

  test('a start with an empty store builds the files of what is live again, without a transition', async () => {
    const histories = async () =>
      Object.values((await (await registry()).read()).remotes).map(({ live, history }) => [live.version, history]);
    const before = await histories();
    await stop();
    renameSync(path.dirname(storePlace()), `${path.dirname(storePlace())}.away`);
    await start();
    expect(await histories()).toEqual(before);
    await until('the page is served from the files that were built', () =>
      answers(`http://127.0.0.1:${place.port}/workshops`),
    );
    tiny = await storeTinyRemote(place.dataDir);
    const changes = await registry();
    await changes.publish(tiny);
    await changes.promote(tiny, by);
    await noteOtherSources();
    await stop();
  });

  test('a later start whose sources changed and cannot be released ends, and names what stays live', async () => {
    rmSync(storePlace(), { recursive: true });
    refusePublishing();
    const output = await failedStart(environment());
    expect(output).toMatch(/^mf-matrix: .*(ENOTDIR|EEXIST)/m);
    expect(output).toContain(`not started: mf-matrix@${version} of earlier sources stays live.`);
  });

  test('a start ends when nothing here has the files of what is live', async () => {
    rmSync(storePlace());
    rmSync(path.join(place.dataDir, 'store', 'mf-tiny'), { recursive: true });
    expect(await failedStart(environment())).toContain(`has no files of mf-tiny@${tiny.version}, which is live.`);
  });
});
