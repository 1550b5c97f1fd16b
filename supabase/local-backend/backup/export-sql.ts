import { Readable } from 'node:stream';
import { getAuthSchemaSql } from '@supabase/lite';
import { bootstrapScript } from '../database/bootstrap.ts';
import type { BulkSession, InBulk } from '../database/bulk.ts';
import { type Contents, contentsOf, type Table } from '../snapshot/contents.ts';
import { type ExportedTable, inserts } from './exported-rows.ts';
import { writePrivately } from './write-privately.ts';

/** Writes the database as plain SQL, which a Supabase project and any PostgreSQL 17 take. */
export function writeExport(file: string, inBulk: InBulk): Promise<void> {
  return inBulk(async (session) => {
    await session.execute('begin isolation level repeatable read, read only');
    try {
      await writePrivately(file, Readable.from(statements(session)));
    } finally {
      await session.execute('rollback');
    }
  });
}

async function* statements(session: BulkSession): AsyncIterable<string> {
  const contents = await contentsOf(session);
  const own = contents.tables.filter(({ name }) => !/^(auth|supabase_migrations)\./.test(name));
  yield HEAD;
  yield unless("to_regnamespace('auth') is not null", `${getAuthSchemaSql()}\n${bootstrapScript}`);
  yield RECORDS;
  for (const migration of contents.migrations) yield applied(migration);
  yield refusalOfContent(
    own.filter(({ name }) => name.startsWith('public.')),
    await addressesIn(session, contents),
  );
  yield 'set local session_replication_role = replica;\n';
  for (const table of [...accounts(contents), ...(await withConflicts(session, own))]) yield* inserts(session, table);
  yield FOR_GOTRUE;
  for (const { name, value } of contents.sequences) {
    if (value !== null && !/^(auth|supabase_migrations)\./.test(name)) yield `select setval('${name}', ${value});\n`;
  }
  yield 'commit;\n';
}

const HEAD = `-- The database of a KI-Lernplattform, for a Supabase project or any PostgreSQL 17: schema, content and accounts.
-- All of it is loaded or nothing. Load it as the database's owner. It holds password hashes.
begin;
set local client_min_messages = warning;
set local standard_conforming_strings = on;
`;

const RECORDS = `create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text, created_by text, idempotency_key text, rollback text[]
);
`;

/** Supabase's own authentication cannot read accounts in which these are null. */
const FOR_GOTRUE = unless(
  `not exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  )`,
  `update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where instance_id is null;
update auth.users set confirmation_token = coalesce(confirmation_token, ''),
  recovery_token = coalesce(recovery_token, ''), email_change = coalesce(email_change, ''),
  email_change_token_new = coalesce(email_change_token_new, '');`,
);

/** A script that runs only where a condition does not hold. */
function unless(condition: string, script: string): string {
  const body = `begin\n  if not (${condition}) then execute ${quoted(`\n${script}\n`)};\n  end if;\nend`;
  return `do ${quoted(`\n${body}\n`)};\n`;
}

/** A text between dollars, with a word that the text does not hold. */
function quoted(text: string): string {
  let tag = '$sql$';
  for (let count = 2; text.includes(tag); count += 1) tag = `$sql${count}$`;
  return `${tag}${text}${tag}`;
}

function applied({ version, name, statements }: Contents['migrations'][number]): string {
  const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
values (${quoted(version)}, ${quoted(name ?? '')}, array[${statements.map(quoted).join(', ')}]::text[]);`;
  const isApplied = `exists (select from supabase_migrations.schema_migrations where version = ${quoted(version)})`;
  return `-- ${version} ${name ?? ''}\n${unless(isApplied, `${statements.join(';\n\n')};\n\n${record}`)}`;
}

interface Address {
  id: string;
  email: string;
}

/** By which accounts are told apart. */
async function addressesIn(session: BulkSession, { tables }: Contents): Promise<Address[]> {
  if (!tables.some(({ name }) => name === 'auth.users')) return [];
  return session.query<Address>(
    "select id::text, lower(email) as email from auth.users where email <> '' and not is_sso_user order by email",
  );
}

/** An address that is another account's would leave the exported one out, and what is stored about it without an owner. */
function refusalOfContent(tables: readonly Table[], addresses: readonly Address[]): string {
  const found = tables.map(({ name }) => `exists (select from ${name})`).join(' or ');
  const body = `declare
  taken text;
begin
  if ${found || 'false'} then
    raise exception 'This database holds content already; load the export into an empty one.';
  end if;
  select string_agg(exported.email, ', ') into taken
  from jsonb_to_recordset(${quoted(JSON.stringify(addresses))}) as exported (id uuid, email text)
  join auth.users u on lower(u.email) = exported.email and not u.is_sso_user and u.id <> exported.id;
  if taken is not null then
    raise exception 'This database has other accounts with these addresses already: %. Delete them, then load the export again.', taken;
  end if;
end`;
  return `do ${quoted(`\n${body}\n`)};\n`;
}

const USERS = [
  'id',
  'aud',
  'role',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'is_sso_user',
  'is_anonymous',
  'banned_until',
  'deleted_at',
  'created_at',
  'updated_at',
];
const IDENTITIES = [
  'id',
  'provider',
  'provider_id',
  'user_id',
  'identity_data',
  'last_sign_in_at',
  'created_at',
  'updated_at',
];

/** Accounts without their sessions, in the columns that every authentication service has. */
function accounts({ tables }: Contents): ExportedTable[] {
  const wanted = { 'auth.users': USERS, 'auth.identities': IDENTITIES };
  return Object.entries(wanted).flatMap(([name, columns]) => {
    const present = tables.find((table) => table.name === name)?.columns ?? [];
    const kept = columns.filter((column) => present.includes(column));
    return kept.length > 0 ? [{ name, columns: kept, onConflict: 'do nothing' }] : [];
  });
}

/** What migrations have put into other tables than those of the content gives way to what was exported. */
async function withConflicts(session: BulkSession, tables: readonly Table[]): Promise<ExportedTable[]> {
  const keys = await session.query<{ name: string; columns: string[] }>(`
    select format('%I.%I', nspname, relname) as name, json_agg(quote_ident(attname)) as columns
    from pg_catalog.pg_index
    join pg_catalog.pg_class as class on class.oid = indrelid
    join pg_catalog.pg_namespace as namespace on namespace.oid = relnamespace
    join pg_catalog.pg_attribute on attrelid = class.oid and attnum = any(indkey)
    where indisprimary
    group by nspname, relname
  `);
  return tables.map(({ name, columns }) => {
    const key = keys.find((candidate) => candidate.name === name)?.columns;
    if (name.startsWith('public.') || !key) return { name, columns, onConflict: 'do nothing' };
    const others = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
    return {
      name,
      columns,
      onConflict: `(${key.join(', ')}) do ${others.length > 0 ? `update set ${others.join(', ')}` : 'nothing'}`,
    };
  });
}
