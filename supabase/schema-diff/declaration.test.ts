import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { expect, onTestFinished, test } from 'vitest';
import { catalogueOf, differencesOf } from '../catalogue.ts';
import { createTestDatabase } from '../local-backend/fixtures/test-database.ts';
import { applyDeclaration, projectSchemas, scriptsIn } from './declaration.ts';

const LONGEST = 550;

/** The lines that a declaration and the migrations do not share. */
async function differences(folder: string): Promise<string> {
  const databases = await Promise.all([createTestDatabase('system'), createTestDatabase('migrated')]);
  onTestFinished(async () => void (await Promise.all(databases.map(({ drop }) => drop()))));
  const [declared, migrated] = databases;
  await applyDeclaration(declared.connect(), folder);
  return differencesOf(await catalogueOf(declared.url), await catalogueOf(migrated.url)).join('\n');
}

/** A copy of the declaration in which a text of a file is another one. */
function changedSchemas(changes: readonly [file: string, text: string, other: string][]): string {
  const folder = folderOfTest();
  cpSync(projectSchemas, folder, { recursive: true });
  for (const [file, text, other] of changes) {
    const path = join(folder, file);
    const sql = readFileSync(path, 'utf8');
    expect(sql.split(text), `${file} has this text once: ${text}`).toHaveLength(2);
    writeFileSync(path, sql.replace(text, other));
  }
  return folder;
}

test('the declaration and the migrations make the same database', async () => {
  const command = 'pnpm --filter supabase-project migration NAME writes the difference as a migration';
  expect(await differences(projectSchemas), command).toBe('');
});

test('each difference is named: of a body, a policy, a grant, a comment and a row', async () => {
  const folder = changedSchemas([
    [
      '20_blog.sql',
      "select date_trunc('month', moment at time zone 'UTC')::date;",
      "select date_trunc('year', moment)::date;",
    ],
    ['20_blog.sql', 'for select to anon using (published_at <= now());', 'for select to anon using (true);'],
    ['00_start.sql', 'grant execute on function public.database_now to authenticated, service_role;', ''],
    ['32_site.sql', "comment on table public.pages is '", "comment on table public.pages is 'All "],
    ['94_room_and_retention.sql', "('private.import_rows', 1,", "('private.import_rows', 2,"],
  ]);
  expect((await differences(folder)).split('\n')).toEqual([
    '+ comment table public.pages: All Pages of the site at /{slug}, public from published_at on.',
    '- comment table public.pages: Pages of the site at /{slug}, public from published_at on.',
    "- function private.month_of(timestamp with time zone): select date_trunc('month', moment at time zone 'UTC')::date;",
    "+ function private.month_of(timestamp with time zone): select date_trunc('year', moment)::date;",
    '- function public.database_now(): owner postgres; authenticated EXECUTE, postgres EXECUTE, service_role EXECUTE',
    '+ function public.database_now(): owner postgres; postgres EXECUTE',
    '- policy public.posts Visitors read published posts: for r, permissive t, to {anon} using ((published_at <= now())) with check ()',
    '+ policy public.posts Visitors read published posts: for r, permissive t, to {anon} using (true) with check ()',
    expect.stringMatching(/^- row private.retention: {"days": 1, .*"subject": "private.import_rows"/),
    expect.stringMatching(/^\+ row private.retention: {"days": 2, .*"subject": "private.import_rows"/),
  ]);
});

test('an error names the file and its line, or the function whose body is invalid', async () => {
  const { connect, drop } = await createTestDatabase('system');
  onTestFinished(drop);
  const folder = folderOfTest();
  writeFileSync(join(folder, '10_broken.sql'), 'select 1;\nselect missing;');
  await expect(applyDeclaration(connect(), folder)).rejects.toThrow('10_broken.sql:2: column "missing" does not exist');
  writeFileSync(
    join(folder, '10_broken.sql'),
    "create function public.f() returns integer language sql as 'select 1';",
  );
  writeFileSync(
    join(folder, '20_body.sql'),
    "create function public.g() returns text language sql as 'select missing';",
  );
  await expect(applyDeclaration(connect(), folder)).rejects.toThrow(
    'the body of g() is invalid: column "missing" does not exist',
  );
});

test('each function is written once, in files that can be read', () => {
  for (const { file, sql } of scriptsIn(projectSchemas)) {
    expect(sql.match(/^create or replace function.*/im)?.[0], `${file} replaces a function`).toBeUndefined();
    expect(sql.split('\n').length - 1, `lines of ${file}`).toBeLessThanOrEqual(LONGEST);
  }
});

/** One has a timeout, which PostgREST reads from it; the others name or order parameters otherwise. */
const WRITTEN_OUT = ['keep_citations', 'platform_overview', 'run_import'];
const FORWARDING =
  /^create function public\.(\w+)\([^$]*\$\$\s*select (?:\* from )?(?:private|shipping)\.\1\([^;]*\);\s*\$\$;/gm;

test('a function of the API that only calls its counterpart is made by private.expose', () => {
  const names = scriptsIn(projectSchemas).flatMap(({ sql }) => [...sql.matchAll(FORWARDING)].map(([, name]) => name));
  expect(names.sort()).toEqual(WRITTEN_OUT);
});
