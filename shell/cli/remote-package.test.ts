import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT, remotesOf } from '../build/workspace.ts';
import { readRemotePackage } from './remote-package.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'remote-package-'));
});
afterEach(() => rm(root, { recursive: true }));

test.each(await remotesOf(ROOT))('%s can be published as its package.json states it', async (name) => {
  expect((await readRemotePackage(ROOT, name)).remote.routes).not.toEqual([]);
});

test('the template of a remote can be published', async () => {
  expect((await readRemotePackage(path.join(ROOT, 'shell', 'cli'), 'template')).remote.routes).not.toEqual([]);
});

const GOOD = { routes: ['/tiny', '/tiny/:slug'], staffOnly: false };

test.each([
  ['no routes', { routes: undefined }, 'remote.routes: '],
  ['a route that is no pattern', { routes: ['/tiny', 'tiny'] }, 'remote.routes.1: expected a pattern like /'],
  ['a resource that is no pattern', { resources: ['/a b'] }, 'remote.resources.0: expected a pattern like /'],
  ['a text for a number', { budget: '12' }, 'remote.budget: '],
  [
    'a link to no route',
    { link: { label: 'X', place: 'menu', address: '/x' } },
    'remote.link.address: expected one of',
  ],
  ['a link to no place', { link: { label: 'X', place: 'head', address: '/tiny' } }, 'remote.link.place: '],
  ['a misspelt field', { budgets: 12 }, 'remote: Unrecognized key: "budgets"'],
])('%s is refused with its place', async (_how, change, message) => {
  const file = path.join(root, 'package.json');
  await writeFile(file, JSON.stringify({ name: 'mf-tiny', version: '1.0.0', remote: { ...GOOD, ...change } }));
  await expect(readRemotePackage(root, 'mf-tiny')).rejects.toThrow(`${file}: ${message}`);
});

test('each fault is named', async () => {
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ name: 'mf-tiny', remote: { ...GOOD, budget: 0 } }));
  await expect(readRemotePackage(root, 'mf-tiny')).rejects.toThrow(/package\.json: version: .*; remote\.budget: /);
});
