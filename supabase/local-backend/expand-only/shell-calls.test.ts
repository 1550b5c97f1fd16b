import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS } from '@ki/shared/data/cache-tags.ts';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { lostReads } from './lost-reads.ts';
import { readableIn } from './readable.ts';
import { SHELL_CALLS, shellReads } from './shell-calls.ts';

const root = join(import.meta.dirname, '../../..');
const FOLDERS = ['shell/src', 'shell/server', 'shell/worker', 'shell/registry', 'shared/data', 'shared/session'];

const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\/|database\.types/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

/** `.rpc('search'`, or a name of several words in quotes or after a slash, as in `/rpc/read_site`. */
const CALL = /\.rpc\(\s*'(\w+)'|['/]([a-z]+(?:_[a-z]+)+)\b/g;

test('the list has each function that the code of the shell calls', () => {
  const called = FOLDERS.flatMap(sources).flatMap((code) =>
    Array.from(code.matchAll(CALL), ([, call, name]) => call ?? name ?? ''),
  );
  const names = new Set(called.filter((name) => Object.hasOwn(FUNCTIONS, name)));
  const listed = new Set<string>(Object.values(SHELL_CALLS).flat());
  expect(names.size).toBeGreaterThan(30);
  expect([...names].filter((name) => !listed.has(name))).toEqual([]);
});

test('each role may call the functions of its list, so that each is compared', async () => {
  const database = await createTestDatabase('migrated');
  try {
    const owner = database.connect();
    const before = await readableIn({ query: async (sql) => [...(await owner.unsafe(sql))] as never });
    const after = { ...before, functions: [] };
    for (const { role, reads } of shellReads)
      expect(reads && lostReads(reads, { role, before, after })).toEqual(
        SHELL_CALLS[role].map((name) => `function ${name} is gone`),
      );
  } finally {
    await database.drop();
  }
});
