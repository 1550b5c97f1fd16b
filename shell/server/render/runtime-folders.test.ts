import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { silentConsole } from '../testing/temporary.ts';
import { foundRuntimes, keepRuntime, type RuntimeFolder, removeRuntimes } from './runtime-folders.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = folderOfTest();
  dataDir = path.join(folder, 'data');
});

const minute = (of: number) => new Date(Date.UTC(2026, 0, 1, 0, of));

/** A runtime of a generation, built in the given minute. */
async function runtimeAt(place: string, contract: number, builtAt: number): Promise<RuntimeFolder> {
  for (const part of ['web', 'server']) await mkdir(path.join(place, part), { recursive: true });
  await writeFile(path.join(place, 'web', 'index.js'), `built(${builtAt})`);
  await writeFile(path.join(place, 'server', 'index.cjs'), '// worker');
  const info = { contract, singletons: { react: `19.${contract}.${builtAt}` } };
  await writeFile(path.join(place, 'runtime.json'), JSON.stringify(info));
  await utimes(path.join(place, 'runtime.json'), minute(builtAt), minute(builtAt));
  return { ...info, folder: place, builtAt: minute(builtAt).getTime() };
}

const built = (contract: number, builtAt = 1) =>
  runtimeAt(path.join(folder, `dist-${contract}-${builtAt}`), contract, builtAt);
/** What an operator copied there. */
const copied = (name: string, contract: number, builtAt: number) =>
  runtimeAt(path.join(dataDir, 'runtimes', name), contract, builtAt);

const reacts = (runtimes: readonly RuntimeFolder[]) => runtimes.map(({ singletons }) => singletons.react);

test('a shell of the next generation finds the runtime that the shell before it kept', async () => {
  await keepRuntime(dataDir, await built(2));
  const [found] = await foundRuntimes(dataDir);
  expect(found).toMatchObject({ contract: 2, singletons: { react: '19.2.1' } });
  expect(await readFile(path.join(found?.folder ?? '', 'web', 'index.js'), 'utf8')).toBe('built(1)');
});

test('the newest build comes first, whether a shell kept it, an operator copied it or the image has it', async () => {
  const image = path.join(folder, 'image');
  await keepRuntime(dataDir, await built(2, 2));
  await runtimeAt(path.join(image, 'before'), 2, 3);
  await copied('2-mended', 2, 4);
  await runtimeAt(path.join(image, 'older'), 2, 1);
  expect(reacts(await foundRuntimes(dataDir, image))).toEqual(['19.2.4', '19.2.3', '19.2.2', '19.2.1']);
});

test('a runtime is kept once, and in place of earlier builds of its generation', async () => {
  const first = await built(2, 1);
  await keepRuntime(dataDir, first);
  await keepRuntime(dataDir, first);
  expect(reacts(await foundRuntimes(dataDir))).toEqual(['19.2.1']);
  await keepRuntime(dataDir, await built(1));
  await keepRuntime(dataDir, await built(2, 2));
  expect(reacts(await foundRuntimes(dataDir)).toSorted()).toEqual(['19.1.1', '19.2.2']);
  const names = await readdir(path.join(dataDir, 'runtimes'));
  expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a shell that goes back to its build leaves the rebuild of an operator', async () => {
  const own = await built(2, 1);
  await keepRuntime(dataDir, own);
  await copied('2-mended', 2, 2);
  await keepRuntime(dataDir, own);
  expect(reacts(await foundRuntimes(dataDir))).toEqual(['19.2.2', '19.2.1']);
});

test('what is no whole runtime is left out with a line in the log, and a new copy takes its place', async () => {
  const logged = silentConsole();
  const own = await built(2);
  await keepRuntime(dataDir, own);
  const [kept] = await foundRuntimes(dataDir);
  const torn = path.join(dataDir, 'runtimes', '2-torn');
  for (const place of [torn, kept?.folder ?? '']) {
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, 'runtime.json'), '{"contr');
  }
  await writeFile(path.join(dataDir, 'runtimes', '2-mended.tar.gz'), 'x');
  expect(await foundRuntimes(dataDir)).toEqual([]);
  expect(logged.mock.calls.flat()).toContainEqual(expect.stringContaining(`${torn} is left out, expected a whole`));
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockClear();
  await mkdir(path.join(dataDir, 'runtimes', '2-begun', 'web'), { recursive: true });
  expect(await foundRuntimes(dataDir)).toEqual([]);
  expect(logged.mock.calls.flat()).toContainEqual(expect.stringMatching(/2-begun is left out.* no runtime\.json$/));
  await keepRuntime(dataDir, own);
  expect(await foundRuntimes(dataDir)).toEqual([kept]);
});

test('a copy in progress is no runtime, and one that was cut off is removed', async () => {
  const draft = (name: string) => path.join(dataDir, 'runtimes', name);
  for (const name of ['.2-cut', '.2-now']) {
    await mkdir(draft(name), { recursive: true });
    await writeFile(path.join(draft(name), 'runtime.json'), '{');
  }
  await utimes(draft('.2-cut'), minute(0), minute(0));
  expect(await foundRuntimes(dataDir)).toEqual([]);
  await keepRuntime(dataDir, await built(2));
  expect(await readdir(path.join(dataDir, 'runtimes'))).toEqual(['.2-now', expect.stringMatching(/^2-/)]);
});

test('removing a generation leaves the others', async () => {
  for (const contract of [1, 2]) await keepRuntime(dataDir, await built(contract));
  expect(await removeRuntimes(dataDir, 1)).toBe(1);
  expect(await removeRuntimes(dataDir, 1)).toBe(0);
  expect(reacts(await foundRuntimes(dataDir))).toEqual(['19.2.1']);
});

test('a file in place of the folder of runtimes stops nothing', async () => {
  const logged = silentConsole();
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'runtimes'), 'x');
  expect(await foundRuntimes(dataDir)).toEqual([]);
  expect(logged).toHaveBeenCalledTimes(1);
});
