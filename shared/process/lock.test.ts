import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { folderOfFile } from '../testing/folder.ts';
import { takeLock, withLock } from './lock.ts';

const folder = folderOfFile();

test('a lock has one holder until it is released', () => {
  const file = path.join(folder, 'one');
  const release = takeLock(file, 0);
  expect(takeLock(file, 0)).toBeNull();
  release?.();
  expect(takeLock(file, 0)).not.toBeNull();
});

test('work under the same lock runs one after the other, even when the first fails', async () => {
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

test('a wait beyond its limit rejects with the path of the lock', async () => {
  const file = path.join(folder, 'held');
  takeLock(file, 0);
  await expect(withLock(file, 50, async () => {})).rejects.toThrow(`${file} is held by another command`);
});

test('a path that cannot be a lock throws instead of counting as held', () => {
  expect(() => takeLock(folder, 0)).toThrow('unable to open database file');
});
