import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { expect, test, vi } from 'vitest';
import { projectSchemas } from './declaration.ts';
import { LINE } from './generate.ts';
import { writeMigration } from './migration.ts';

// Each migration is written from two databases, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

/** A folder with this project's declaration, whose migrations come after those of this project. */
function givenProject() {
  const root = folderOfTest();
  const [schemas, migrations, drafts] = [join(root, 'schemas'), join(root, 'migrations'), join(root, 'drafts')];
  cpSync(projectSchemas, schemas, { recursive: true });
  for (const folder of [migrations, drafts]) mkdirSync(folder);
  writeFileSync(join(migrations, '29991231235959_last.sql'), '');
  return {
    declare: (file: string, sql: string) => appendFileSync(join(schemas, file), sql),
    edit: (file: string, text: string, other: string) => {
      const sql = readFileSync(join(schemas, file), 'utf8');
      expect(sql.includes(text), `${file} has: ${text}`).toBe(true);
      writeFileSync(
        join(schemas, file),
        sql.replace(text, () => other),
      );
    },
    draft: (name: string, top: string) => writeFileSync(join(drafts, `${name}.sql`), top),
    write: (name: string) => writeMigration(name, { schemas, migrations, drafts }),
    migration: (file: string, sql: string) => writeFileSync(join(migrations, file), sql),
    migrations: () => readdirSync(migrations),
    drafts: () => readdirSync(drafts),
    read: (file: string) => readFileSync(join(migrations, file), 'utf8'),
  };
}

test('nothing is written when nothing has changed, or by a comment alone; data are moved by hand', async () => {
  const { draft, write, migrations, drafts, read } = givenProject();
  expect(await write('nothing')).toEqual({ left: [] });
  expect([...migrations(), ...drafts()]).toEqual(['29991231235959_last.sql']);
  draft('comment', '-- Nothing yet.');
  expect(await write('comment')).toEqual({ left: [] });
  draft('names', '-- Names have no blanks at their ends.\nupdate public.categories set name = trim(name);');
  expect((await write('names')).left).toEqual([]);
  expect(read(migrations()[1] ?? '')).toContain('update public.categories set name = trim(name);');
});

test('an error at the top names its line', async () => {
  const { draft, write } = givenProject();
  draft('broken', '-- Broken.\nselect 1;\nselect missing;');
  await expect(write('broken')).rejects.toThrow('the top of the migration:3: column "missing" does not exist');
});

const TOP = '-- Posts have a subtitle.\nalter table public.posts add column subtitle text;';
const NAME = 'subtitle_of_posts';
const FILE = `30000101000059_${NAME}.sql`;

test('a column is named until it is written by hand; its right and its place in documents follow it', async () => {
  const { edit, write, draft, migration, migrations, drafts, read } = givenProject();
  edit('20_blog.sql', "'generated'))\n);", "'generated')),\n  subtitle text\n);");
  edit('20_blog.sql', 'update (title, ', 'update (subtitle, title, ');
  edit('05_kinds.sql', 'excerpt, category_id', 'excerpt, subtitle, category_id');
  const { left, file } = await write(NAME);
  const refused = (statement: string) =>
    expect.stringMatching(`^refused: ${statement} .*column "subtitle" of relation "posts" does not exist`);
  expect(left).toEqual([
    '+ column public.posts subtitle: place 14, text collate "default"; authenticated UPDATE',
    expect.stringContaining('+ trigger public.posts expect_room: '),
    refused('CREATE TRIGGER expect_room'),
    refused('revoke all on public.posts'),
  ]);
  expect(file).toMatch(/drafts\/subtitle_of_posts\.sql$/);
  expect([...migrations(), ...drafts()]).toEqual(['29991231235959_last.sql', `${NAME}.sql`]);

  draft(NAME, TOP);
  expect((await write(NAME)).left).toEqual([]);
  expect([...migrations(), ...drafts()]).toEqual(['29991231235959_last.sql', FILE]);
  const sql = read(FILE);
  expect(sql.slice(0, TOP.length + 15)).toBe(`${TOP}\n\n-- Generated `);
  expect(sql.match(/^create (?:or replace function|trigger) [.\w]+/gim)).toEqual(['CREATE TRIGGER expect_room']);
  expect(sql).toMatch(/^update private\.kinds set document = '\{.*subtitle.*\}' where relation = 'posts';$/m);
  expect(sql).toMatch(/^grant .*, update \(.*, subtitle\) on public\.posts to authenticated;$/m);

  // The newest migration is written once more, with the part that was written by hand.
  migration(FILE, `${TOP}\n\n${LINE}\n\ncomment on table public.posts is 'Former.';\n`);
  expect((await write(NAME)).left).toEqual([]);
  expect(read(migrations()[1] ?? '')).toBe(sql);
});

test('policies, triggers, rights and rows of a new table are generated, and a row makes it a kind of record', async () => {
  const { declare, write, draft, migrations, read } = givenProject();
  const table = `create table public.notices (
    id uuid primary key default gen_random_uuid(), number bigint generated always as identity, title text not null,
    is_shown boolean not null default false, updated_at timestamptz not null default now()
  );
  alter table public.notices enable row level security;`;
  declare(
    '29_notices.sql',
    `${table}
    create policy "Everybody reads notices" on public.notices for select to anon using (title <> '');
    comment on policy "Everybody reads notices" on public.notices is 'But those without a title.';
    grant select on public.notices to anon;
    insert into private.kinds (relation, owner_key, public_key, has_drafts, document, texts, derived)
    values ('notices', 'id', 'is_shown', true, '{title, is_shown}', '{title}', '{updated_at}');`,
  );
  declare('98_triggers_of_records.sql', "select private.watch_content('public.notices', 'notices');");
  draft('notices', table);
  expect((await write('notices')).left).toEqual([]);
  const sql = read(migrations()[1] ?? '');
  expect(sql.match(/(?<=^create trigger )\w+/gim)).toEqual([
    'check_0_owner',
    'check_role',
    'compose_texts',
    'delete_draft',
    'end_request',
    'expect_room',
    'hold_role',
    'note_pictures_delete',
    'note_pictures_insert',
    'note_pictures_truncate',
    'note_pictures_update',
    'record_deletion_in_trail',
    'record_in_trail',
    'touch_updated_at',
    'watch_delete',
    'watch_insert',
    'watch_truncate',
    'watch_update',
  ]);
  expect(sql).toContain('create policy "Everybody reads notices" on public.notices');
  expect(sql).toContain(
    'comment on policy "Everybody reads notices" on public.notices is \'But those without a title.\';',
  );
  expect(sql).toContain('revoke all on public.notices from public, anon, authenticated, service_role;');
  expect(sql).toContain(
    'revoke all on sequence public.notices_number_seq from public, anon, authenticated, service_role;',
  );
  expect(sql).toContain("insert into private.content_topics (topic) values\n  ('notices');");
  expect(sql).toMatch(/^insert into private\.kinds \(.*\) values\n {2}\('notices', NULL, /m);
});

test('a function with another name, other parameters or another result is made anew, with its rights and its comment', async () => {
  const { edit, write, migrations, read } = givenProject();
  edit(
    '20_blog.sql',
    'take integer, category_slug text default null)',
    'take integer, category_slug text default null, author text default null)',
  );
  edit(
    '20_blog.sql',
    'comment on function public.newest_posts(bigint, integer, text)',
    'comment on function public.newest_posts(bigint, integer, text, text)',
  );
  edit(
    '00_start.sql',
    'function public.database_now() returns timestamptz',
    'function public.database_now() returns text',
  );
  edit('00_start.sql', 'select clock_timestamp();', 'select clock_timestamp()::text;');
  for (const text of ['create function private.', 'comment on function private.', 'execute function private.']) {
    edit('66_pictures.sql', `${text}forget_owner()`, `${text}forget_owner_of_picture()`);
  }
  expect((await write('functions')).left).toEqual([]);
  const sql = read(migrations()[1] ?? '');
  expect(sql.match(/^drop .*/gm)).toEqual([
    'drop trigger forget_owner on public.pictures;',
    'drop function private.forget_owner();',
    'drop function public.newest_posts(bigint,integer,text);',
    'drop function public.database_now();',
  ]);
  expect(sql).toContain('grant execute on function public.newest_posts(bigint,integer,text,text) to anon;');
  expect(sql).toContain('comment on function public.newest_posts(bigint,integer,text,text) is ');
  expect(sql).toContain('grant execute on function public.database_now() to authenticated;');
  expect(sql).toContain('comment on function public.database_now() is ');
});

test('a declared row changes but in what operators decide', async () => {
  const { edit, write, read, drafts } = givenProject();
  edit('94_room_and_retention.sql', "('public.workflows', 365, ", "('public.workflows', 30, ");
  edit('94_room_and_retention.sql', "runs.', 'r.created_at'", "runs.', 'r.updated_at'");
  const { left } = await write('age_of_runs');
  expect(left).toHaveLength(2);
  for (const line of left) expect(line).toMatch(/row private\.retention: .*"subject": "public\.workflows"/);
  expect(drafts()).toEqual(['age_of_runs.sql']);
  expect(read('../drafts/age_of_runs.sql').match(/^update private\.retention .*$/gm)).toEqual([
    "update private.retention set aged_by = 'r.updated_at' where subject = 'public.workflows';",
  ]);
});

test('what PostgreSQL refuses, and what the declaration no longer has, is named and left in a draft', async () => {
  const { edit, write, migrations, drafts } = givenProject();
  edit('66_pictures.sql', 'function private.awaits_upload(name text)', 'function private.awaits_upload(file text)');
  edit('66_pictures.sql', 'where p.id::text = name ', 'where p.id::text = file ');
  edit(
    '94_room_and_retention.sql',
    "('public.workflows', 365, 'Staff look up results of AI runs.', 'r.created_at'),\n",
    '',
  );
  edit('20_blog.sql', 'create index posts_unsigned', 'create index posts_not_signed');
  const { left } = await write('refused');
  expect(left).toContainEqual(
    'refused: drop function private.awaits_upload(text); (cannot drop function private.awaits_upload(text) because other objects depend on it)',
  );
  expect(left).toContainEqual(expect.stringMatching(/^- index public\.posts_unsigned: /));
  expect(left).toContainEqual(expect.stringMatching(/^\+ index public\.posts_not_signed: /));
  expect(left.filter((line) => line.includes('retention'))).toEqual([]);
  expect([...migrations(), ...drafts()]).toEqual(['29991231235959_last.sql', 'refused.sql']);
});

test('no migration is written anew that others follow, or that was written by hand', async () => {
  const { write, migration } = givenProject();
  const refusal = 'is an older migration or one without a generated part; expected another name.';
  await expect(write('last')).rejects.toThrow(`29991231235959_last.sql ${refusal}`);
  migration('29991231235959_last.sql', LINE);
  migration('30000101000000_next.sql', LINE);
  await expect(write('last')).rejects.toThrow(`29991231235959_last.sql ${refusal}`);
  await expect(write('Last')).rejects.toThrow(
    '"Last" is no name of a migration; expected one such as subtitle_of_posts.',
  );
});
