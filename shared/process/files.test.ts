import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderOfTest } from '../testing/folder.ts';
import { writeDurably } from './files.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = folderOfTest();
  file = path.join(folder, 'registry.json');
});

test('concurrent writes leave one whole text and no draft', async () => {
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(500_000));
  await Promise.all(texts.map((text) => writeDurably(file, text)));
  expect(texts).toContain(await readFile(file, 'utf8'));
  expect(await readdir(folder)).toEqual(['registry.json']);
});

test('a file can be read by its account only, also if it could be by others before', async () => {
  await writeFile(file, 'before', { mode: 0o644 });
  await writeDurably(file, 'x');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a failed write leaves no draft', async () => {
  await mkdir(file);
  await expect(writeDurably(file, 'x')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['registry.json']);
});
