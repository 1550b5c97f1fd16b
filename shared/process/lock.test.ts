import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { takeLock, withLock } from './lock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a lock has one holder until it is given back', () => {
  const file = path.join(folder, 'one');
  const release = takeLock(file, 0);
  expect(takeLock(file, 0)).toBeNull();
  release?.();
  expect(takeLock(file, 0)).not.toBeNull();
});

test('one does its work after the other, also where the first fails', async () => {
  const file = path.join(folder, 'new-folder', 'lock');
  const done: string[] = [];
  let second: Promise<void> | undefined;
  const first = withLock(file, 5_000, async () => {
    second = withLock(file, 5_000, async () => void done.push('second'));
    await pause(50);
    done.push('first');
    throw new Error('failed');
  });
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(done).toEqual(['first', 'second']);
});

test('who waits longer than it may is told which lock is held', async () => {
  const file = path.join(folder, 'held');
  takeLock(file, 0);
  await expect(withLock(file, 50, async () => {})).rejects.toThrow(`${file} is held by another command`);
});

test('a file that cannot be a lock is not taken for one that is held', () => {
  expect(() => takeLock(folder, 0)).toThrow('unable to open database file');
});
