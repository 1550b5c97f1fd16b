import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../supabase/local-backend/fixtures/test-backend.ts';
import { build } from '../../build/build.ts';
import { ROOT } from '../../build/workspace.ts';
import { readRemotePackage } from '../remote-package.ts';
import { inspect } from './record-reads.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ seed: false });
});
afterAll(() => backend.close());

async function readsOf(name: string) {
  const { remote } = await readRemotePackage(ROOT, name);
  return build(ROOT, name, async ({ dist }) => (await inspect(dist, name, remote)).reads);
}

/** The columns that a role may read, of those that are named. */
async function readable(role: string, table: string, columns: readonly string[]): Promise<readonly string[]> {
  const found = await backend.database.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass('public.' || $1) and attname = any (string_to_array($2, ',')) and has_column_privilege($3::text, attrelid, attnum, 'select')
     order by 1`,
    [table, columns.join(','), role],
  );
  return found.map(({ name }) => name);
}

test('the blog states the columns, functions and embedded tables that its pages and feeds read, and no others', async () => {
  const { tables, embedded, functions } = await readsOf('mf-blog');
  expect(tables.posts).toEqual(expect.arrayContaining(['excerpt', 'content', 'slug', 'published_at', 'category_id']));
  expect(tables.categories).toEqual(['id', 'name', 'slug']);
  expect(tables.shown_ads).toContain('offer_title');
  expect(embedded).toEqual({ posts: ['categories'] });
  expect(functions).toMatchObject({
    newest_posts: {
      calls: [
        ['category_slug', 'skip', 'take'],
        ['skip', 'take'],
      ],
    },
    library_pictures: { calls: [['addresses']] },
    picture_copies: { calls: [['addresses']] },
  });
  for (const [table, columns] of Object.entries(tables))
    expect(await readable('anon', table, columns)).toEqual(columns);
});

test('staff pages state what their loaders read as accounts, and what only a press reads and calls', async () => {
  const { tables, embedded, functions } = await readsOf('mf-admin');
  expect(tables.posts).toEqual(expect.arrayContaining(['ai', 'category_id', 'content', 'updated_at']));
  expect(tables.drafts).toEqual(expect.arrayContaining(['content', 'publish_at', 'record_id']));
  expect(tables.sources).toEqual(expect.arrayContaining(['id', 'quotes', 'text', 'url']));
  expect(tables.workflows).toEqual(expect.arrayContaining(['input_data', 'started_at']));
  expect(tables).toMatchObject({ lessons: ['*'] });
  expect(embedded.posts).toEqual(['categories']);
  expect(embedded.matrix_workshop_learning_objectives).toEqual(['matrix_dimensions']);
  expect(functions).toMatchObject({ is_staff: { calls: [] }, publish_draft: { calls: [] }, save_page: { calls: [] } });
  for (const [table, columns] of Object.entries(tables))
    if (!columns.includes('*')) expect(await readable('authenticated', table, columns)).toEqual(columns);
});

/** The tables that a server bundle with these routes reads. */
async function tablesReadBy(routes: string) {
  const dist = await mkdtemp(path.join(tmpdir(), 'ki-reads-'));
  try {
    await mkdir(path.join(dist, 'server'));
    const code = `const { reader } = require('@ki/shared/data/clients.ts');
      exports.remote = { contract: 2, id: 'mf-x', routes: ${routes} };`;
    await writeFile(path.join(dist, 'server', 'index.cjs'), code);
    return (await inspect(dist, 'mf-x', { routes: ['/x'], staffOnly: false })).reads.tables;
  } finally {
    await rm(dist, { recursive: true });
  }
}

test('a page with a number in its address, and reads behind a switch that is on, are recorded', async () => {
  const tables = await tablesReadBy(`[
    { path: '/x/:page', loader: async ({ params }) => {
      if (!/^[0-9]+$/.test(params.page)) throw new Response(null, { status: 404 });
      return (await reader()).from('posts').select('excerpt');
    } },
    { path: '/x', loader: async () => {
      const client = await reader();
      const { data } = await client.from('courses').select('is_published');
      if (data?.[0]?.is_published === true) await client.from('lessons').select('content');
    } },
  ]`);
  expect(tables).toEqual({ posts: ['excerpt'], courses: ['is_published'], lessons: ['content'] });
});
