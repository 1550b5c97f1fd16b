import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfFile } from '@ki/shared/testing/folder.ts';
import { expect, test } from 'vitest';
import { readRemotePackage } from './publish.ts';

const root = folderOfFile();

const LINK = { label: 'X', place: 'menu', address: '/tiny' };
const GOOD = { routes: ['/tiny', '/tiny/:slug'], staffOnly: false };

test.each([
  ['no routes', { routes: undefined }, 'remote.routes: '],
  ['a route that is no pattern', { routes: ['/tiny', 'tiny'] }, 'remote.routes.1: expected a pattern like /'],
  ['a resource that is no pattern', { resources: ['/a b'] }, 'remote.resources.0: expected a pattern like /'],
  ['a text for a number', { budget: '12' }, 'remote.budget: '],
  ['a link to no route', { link: { ...LINK, address: '/x' } }, 'remote.link.address: expected one of'],
  ['a link to no place', { link: { ...LINK, place: 'head' } }, 'remote.link.place: '],
  ['a misspelt field', { budgets: 12 }, 'remote: Unrecognized key: "budgets"'],
  ['each of two faults', { budget: 0, link: LINK, routes: ['tiny'] }, /remote\.routes\.0: .*; remote\.budget: /],
])('%s is refused with its place', async (_how, change, message) => {
  const file = path.join(root, 'package.json');
  await writeFile(file, JSON.stringify({ name: 'mf-tiny', version: '1.0.0', remote: { ...GOOD, ...change } }));
  await expect(readRemotePackage(root, 'mf-tiny')).rejects.toThrow(message);
});
