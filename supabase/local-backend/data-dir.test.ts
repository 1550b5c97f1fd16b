import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir.ts';

const module = new URL('./data-dir.ts', import.meta.url).href;

test('one of several concurrent starts gets the lock, and the next one gets it when that was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
  const script = `
    import { lockDataDir } from ${JSON.stringify(module)};
    try { lockDataDir(${JSON.stringify(dataDir)}); console.log('locked'); setTimeout(() => {}, 20_000); }
    catch (error) { console.log(error.message); }
  `;
  const args = ['--input-type=module-typescript', '--eval', script];
  const start = () => spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const children = Array.from({ length: 4 }, start);
  const end = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  onTestFinished(async () => {
    await Promise.all(children.map(end));
    rmSync(dataDir, { recursive: true, force: true });
  });
  const said = await Promise.all(children.map(async ({ stdout }) => String(await once(stdout, 'data')).trim()));
  const locked = children.filter((_, index) => said[index] === 'locked');
  expect(locked).toHaveLength(1);
  const inUse = new DataDirInUse(`The data directory ${dataDir} is in use by the process ${locked[0]?.pid}.`);
  expect(() => lockDataDir(dataDir)).toThrow(inUse);
  await Promise.all(locked.map(end));
  const unlock = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
  unlock();
  lockDataDir(dataDir)();
});
