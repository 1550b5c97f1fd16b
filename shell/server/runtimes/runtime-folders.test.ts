import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepRuntime, keptRuntimes, type RuntimeFolder, removeRuntimes, servedRuntimes } from './runtime-folders.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'runtimes-'));
  dataDir = path.join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

let count = 0;
/** A build of the shell for a generation, with a script and a worker. */
async function built(contract: number, script = 'a()'): Promise<RuntimeFolder> {
  count += 1;
  const dist = path.join(folder, `dist-${count}`);
  for (const part of ['web', 'server']) await mkdir(path.join(dist, part), { recursive: true });
  await writeFile(path.join(dist, 'web', 'index.js'), script);
  await writeFile(path.join(dist, 'server', 'index.cjs'), '// worker');
  const info = { contract, singletons: { react: `19.${contract}.0` } };
  await writeFile(path.join(dist, 'runtime.json'), JSON.stringify(info));
  return { ...info, folder: dist };
}

const contracts = (runtimes: readonly RuntimeFolder[]) => runtimes.map(({ contract }) => contract);

test('a shell of the next generation finds the runtime that the shell before it kept', async () => {
  await keepRuntime(dataDir, await built(2));
  const served = await servedRuntimes(dataDir, await built(3));
  expect(contracts(served)).toEqual([3, 2]);
  const [, before] = served;
  expect(before?.singletons).toEqual({ react: '19.2.0' });
  expect(await readFile(path.join(before?.folder ?? '', 'web', 'index.js'), 'utf8')).toBe('a()');
});

test('neither an older generation nor a newer one is served', async () => {
  for (const contract of [1, 4]) await keepRuntime(dataDir, await built(contract));
  expect(contracts(await servedRuntimes(dataDir, await built(3)))).toEqual([3]);
});

test('the newest runtime of a generation is served: a rebuild takes the place of the one before', async () => {
  await keepRuntime(dataDir, await built(2));
  const rebuilt = path.join(dataDir, 'runtimes', '2-mended');
  await mkdir(path.join(rebuilt, 'web'), { recursive: true });
  await writeFile(path.join(rebuilt, 'runtime.json'), JSON.stringify({ contract: 2, singletons: { react: '19.2.1' } }));
  const later = new Date(Date.now() + 60_000);
  await utimes(path.join(rebuilt, 'runtime.json'), later, later);
  const [, before] = await servedRuntimes(dataDir, await built(3));
  expect(before?.singletons).toEqual({ react: '19.2.1' });
});

test('a runtime is kept once, and in place of earlier ones of its generation', async () => {
  const first = await built(2);
  await keepRuntime(dataDir, first);
  await keepRuntime(dataDir, first);
  expect(contracts(await keptRuntimes(dataDir))).toEqual([2]);
  await keepRuntime(dataDir, await built(1));
  await keepRuntime(dataDir, await built(2, 'b()'));
  expect(contracts(await keptRuntimes(dataDir)).toSorted()).toEqual([1, 2]);
  const names = await readdir(path.join(dataDir, 'runtimes'));
  expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a copy that was interrupted is no runtime', async () => {
  await mkdir(path.join(dataDir, 'runtimes', '.2-half'), { recursive: true });
  await writeFile(path.join(dataDir, 'runtimes', '.2-half', 'runtime.json'), '{');
  expect(await keptRuntimes(dataDir)).toEqual([]);
});

test('removing a generation leaves the others', async () => {
  for (const contract of [1, 2]) await keepRuntime(dataDir, await built(contract));
  expect(await removeRuntimes(dataDir, 1)).toBe(1);
  expect(await removeRuntimes(dataDir, 1)).toBe(0);
  expect(contracts(await keptRuntimes(dataDir))).toEqual([2]);
});
