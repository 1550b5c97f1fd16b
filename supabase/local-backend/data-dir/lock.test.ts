import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from './lock.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  rmSync(dataDir, { recursive: true, force: true });
});

const children: ChildProcess[] = [];

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const module = new URL('./lock.ts', import.meta.url).href;

/** A process that prints whether it got the lock, and holds it. */
async function anotherProcess() {
  const script = `
    import { lockDataDir } from ${JSON.stringify(module)};
    try { lockDataDir(${JSON.stringify(dataDir)}); console.log('locked'); setTimeout(() => {}, 20_000); }
    catch (error) { console.log(error.message); }
  `;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

test('the error of a second process names the directory and the process with the lock', async () => {
  const { child } = await anotherProcess();
  expect(() => lockDataDir(dataDir)).toThrow(
    new DataDirInUse(`The data directory ${dataDir} is in use by the process ${child.pid}.`),
  );
});

test('one of several concurrent starts gets the lock', async () => {
  const processes = await Promise.all(Array.from({ length: 4 }, anotherProcess));
  expect(processes.filter(({ said }) => said === 'locked')).toHaveLength(1);
});

test('the lock of a killed process can be taken', async () => {
  const { child } = await anotherProcess();
  await end(child);
  const unlock = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
  unlock();
  lockDataDir(dataDir)();
});
