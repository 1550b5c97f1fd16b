import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { fileRegistry } from '../shell/registry/file-registry.ts';
import { by } from '../shell/registry/testing/release.ts';
import { diskFinding } from './lib/doctor/disk.mjs';
import { nodeFindings, pnpmFinding } from './lib/doctor/tools.mjs';
import { PNPM_VERSION } from './lib/toolchain.mjs';
import { mountSmallDisk } from './small-disk.ts';
import { ownPlace, Started } from './started-platform.ts';

type Place = Awaited<ReturnType<typeof ownPlace>>;
let place: Place;

beforeAll(async () => {
  place = await ownPlace();
});
afterAll(() => place.remove());

/** Runs the doctor to its end, and takes apart what it printed. */
async function doctor(environment: Record<string, string> = {}) {
  const started = new Started(process.execPath, ['scripts/doctor.mjs'], {
    ...place.environment,
    npm_config_user_agent: '',
    ...environment,
  });
  const code = await started.ended;
  const lines = started.output.trim().split('\n');
  return {
    code,
    good: lines.filter((line) => line.startsWith('ok ')),
    bad: lines.filter((line) => !line.startsWith('ok ')),
  };
}

const inData = (...names: string[]) => path.join(place.dataDir, ...names);

test('a machine that has everything passes, and nothing is changed on it', async () => {
  const { code, good, bad } = await doctor();
  expect(bad).toEqual([]);
  expect(code).toBe(0);
  expect(good.join('\n')).toMatch(new RegExp(`port ${place.port} +free, for the shell`));
  expect(readdirSync(place.dataDir)).toEqual([]);
});

test('a taken port fails by its number, with who wants it', async () => {
  const port = place.port + 3;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { code, bad } = await doctor();
  await new Promise((resolve) => server.close(resolve));
  expect(code).toBe(1);
  expect(bad).toEqual([
    expect.stringMatching(new RegExp(`^FAIL +port ${port} +is taken: mf-matrix wants it.*set PORT`)),
  ]);
});

test.each([
  ['PORT', 'abc', /FAIL +settings +PORT is "abc"/],
  ['E2E_BROWSER', '/nowhere/chromium', /FAIL +browser +E2E_BROWSER is "\/nowhere\/chromium", which does not start/],
  ['npm_config_user_agent', 'pnpm/9.0.0 npm/? node/v24.0.0 linux x64', /FAIL +pnpm +9\.0\.0 .*pnpm@/],
])('%s=%s fails with what to do', async (name, value, line) => {
  const { code, bad } = await doctor({ [name]: value });
  expect(code).toBe(1);
  expect(bad).toEqual([expect.stringMatching(line)]);
});

test('an old Node.js is named, and the pnpm of the project is right', () => {
  expect(nodeFindings('18.20.0')[0]).toMatchObject({ ok: false, detail: expect.stringContaining('20') });
  expect(nodeFindings('20.0.0')[0]).toMatchObject({ ok: true });
  expect(pnpmFinding(`pnpm/${PNPM_VERSION} npm/? node/v24.0.0`)).toMatchObject({ ok: true });
});

test('a disk with too little room fails, also for a folder that is not there yet', () => {
  const folder = inData('not', 'there');
  expect(diskFinding(folder, 0)).toMatchObject({ ok: true });
  expect(diskFinding(folder, Number.MAX_SAFE_INTEGER)).toMatchObject({ ok: false });
});

const disk = mountSmallDisk(2);
afterAll(() => disk?.remove());

/** Only root may mount, or who may use `sudo` without a password; elsewhere this is listed as skipped. */
test.skipIf(!disk)('a small disk fails', async () => {
  const { code, bad } = await doctor({ DATA_DIR: disk?.folder ?? '' });
  expect(code).toBe(1);
  expect(bad).toEqual([expect.stringMatching(/^FAIL +disk +0\.0 GB free/)]);
});

test('a database that is not whole fails, and so does a restore that was cut short', async () => {
  mkdirSync(inData('postgres-17'));
  expect((await doctor()).bad).toEqual([expect.stringMatching(/^FAIL +database .*postgres-17.*"created"/)]);
  writeFileSync(inData('restoring'), '');
  expect((await doctor()).bad).toEqual([expect.stringMatching(/^FAIL +database .*restore into .* was cut short/)]);
  expect((await doctor({ DATABASE_URL: 'postgres://me@host/x' })).code).toBe(0);
  for (const name of ['postgres-17', 'restoring']) rmSync(inData(name), { recursive: true });
});

test('a registry that cannot be read fails', async () => {
  writeFileSync(inData('registry.json'), '{ "schema": 1, "remotes": {');
  const { code, bad } = await doctor();
  expect(code).toBe(1);
  expect(bad).toEqual([expect.stringMatching(/^FAIL +registry .*cannot be read .*npm start/)]);
  rmSync(inData('registry.json'));
});

test('a remote that is live passes, and fails when a file of its is gone', async () => {
  const release = await storeTinyRemote(place.dataDir);
  await fileRegistry(place.dataDir).promote(release, by);
  const whole = await doctor();
  expect(whole.bad).toEqual([]);
  expect(whole.good.at(-1)).toMatch(/^ok +mf-tiny +.* passes its checks/);

  rmSync(inData('store', 'mf-tiny', release.version, release.entry.path));
  const { code, bad } = await doctor();
  expect(code).toBe(1);
  expect(bad).toEqual([expect.stringMatching(/^FAIL +mf-tiny .*files: .* is missing.*rollback mf-tiny/)]);
});
