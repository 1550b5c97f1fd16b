import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDurably } from './durable-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'durable-file-'));
  file = path.join(folder, 'registry.json');
});
afterEach(() => rm(folder, { recursive: true }));

test('of those who write at once each writes whole, and no draft is left', async () => {
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(500_000));
  await Promise.all(texts.map((text) => writeDurably(file, text)));
  expect(texts).toContain(await readFile(file, 'utf8'));
  expect(await readdir(folder)).toEqual(['registry.json']);
});

test('what cannot be written leaves no draft', async () => {
  await mkdir(file);
  await expect(writeDurably(file, 'x')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['registry.json']);
});
