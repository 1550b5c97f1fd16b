import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureAddress } from '@ki/shared/contract/pictures.ts';
import { writeDurably } from '@ki/shared/process/files.ts';
import { getAuthSchemaSql } from '@supabase/lite';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import { THIS_MACHINE } from '../data-dir.ts';
import { bootstrapScript } from '../database/bootstrap.ts';
import type { InBulk, Session } from '../database/database.ts';
import { type Contents, type Table, writeSnapshot } from './snapshot.ts';

const sqlIn = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Migrations fill these. Whoever changed the rows since has entries in the trail, which is content. */
const AT_FIRST: readonly string[] = ['public.site', 'public.links'];

/** Writes SQL, and beside it a folder with the uploads of the same moment, if there are any. */
export async function writeExport(file: string, inBulk: InBulk) {
  const folder = `${file.replace(/\.sql$/, '')}-pictures`;
  requireNoFiles(folder);
  let uploads = { folder, count: 0 };
  await writeSnapshot(file, inBulk, ({ contents }, session) => [
    statements(contents, session, async () => {
      if (hasUploads(contents)) uploads = await exportUploads(folder, session);
    }),
  ]);
  return uploads;
}

const hasUploads = ({ tables }: Contents) => tables.some(({ name }) => name === 'storage.contents');

async function* statements(
  contents: Contents,
  session: Session,
  writeUploads: () => Promise<void>,
): AsyncIterable<string> {
  const isOwn = ({ name }: { name: string }) => !/^(auth|storage|supabase_migrations)\./.test(name);
  const own = contents.tables.filter(isOwn);
  yield sqlIn('./export-head.sql');
  yield unless("to_regnamespace('auth') is not null", `${getAuthSchemaSql()}\n${bootstrapScript}`);
  for (const migration of contents.migrations) yield applied(migration);
  yield refusalOfContent(
    own.filter(({ name }) => name.startsWith('public.') && !AT_FIRST.includes(name)),
    contents.tables.some(({ name }) => name === 'auth.users') ? await session.query(ADDRESSES) : [],
  );
  yield 'set local session_replication_role = replica;\n';
  yield AT_FIRST.map((name) => `delete from ${name};\n`).join('');
  for (const table of [...accounts(contents), ...own.map(withConflicts)]) yield* inserts(session, table);
  for (const { name, value } of contents.sequences.filter(isOwn)) {
    if (value !== null) yield `select setval('${name}', ${value});\n`;
  }
  await writeUploads();
  yield sqlIn('./export-tail.sql');
}

function unless(condition: string, script: string): string {
  const body = `begin\n  if not (${condition}) then execute ${quoted(`\n${script}\n`)};\n  end if;\nend`;
  return `do ${quoted(`\n${body}\n`)};\n`;
}

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

const ADDRESSES =
  "select id::text, lower(email) as email from auth.users where email <> '' and not is_sso_user order by email";

/** If another account has an exported address, the exported account and its ownership would be lost. */
function refusalOfContent(tables: readonly Table[], addresses: readonly object[]): string {
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

const USERS =
  'id aud role email encrypted_password email_confirmed_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_sso_user is_anonymous banned_until deleted_at created_at updated_at';
const IDENTITIES = 'id provider provider_id user_id identity_data last_sign_in_at created_at updated_at';

function accounts({ tables }: Contents): ExportedTable[] {
  const wanted = { 'auth.users': USERS, 'auth.identities': IDENTITIES };
  return Object.entries(wanted).flatMap(([name, columns]) => {
    const present = tables.find((table) => table.name === name)?.columns ?? [];
    const kept = columns.split(' ').filter((column) => present.includes(column));
    return kept.length > 0 ? [{ name, columns: kept, onConflict: 'do nothing' }] : [];
  });
}

/** Rows that the migrations insert outside the content are overwritten by the exported ones. */
function withConflicts({ name, columns, key }: Table): ExportedTable {
  if (name.startsWith('public.') || !key) return { name, columns, onConflict: 'do nothing' };
  const others = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  const onConflict = `(${key.join(', ')}) do ${others.length > 0 ? `update set ${others.join(', ')}` : 'nothing'}`;
  return { name, columns, onConflict };
}

type ExportedTable = Omit<Table, 'key'> & { onConflict: string };

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const { email, password } = ADMINISTRATOR;
const IS_DEMO = `email = ${literal(email)} and encrypted_password = extensions.crypt(${literal(password)}, encrypted_password)`;

/** The published password, its rights and open sign-up stay in the demo. */
const CHANGES: Record<string, { instead?: Record<string, string>; where?: string; atOnce?: number }> = {
  'auth.users': { instead: { encrypted_password: `case when ${IS_DEMO} then null else encrypted_password end` } },
  'private.staff': { where: `user_id not in (select id from auth.users where ${IS_DEMO})` },
  'shipping.team_members': { where: `account not in (select id from auth.users where ${IS_DEMO})` },
  // Rows of files that nobody has imported yet are no content.
  'private.import_rows': { where: 'false' },
  'private.open_records': { where: 'false' },
  // Nobody can say which of them were ended since.
  'private.previews': { where: 'false' },
  'private.invitations': { where: 'accepted_at is not null' },
  // Read access to this machine's data folder gives no rights on another platform, and neither does the demo's password.
  'shipping.deploy_tokens': {
    where: `created_by <> ${literal(THIS_MACHINE)}
      and coalesce(created_by_account not in (select id from auth.users where ${IS_DEMO}), true)`,
  },
  // A backend states its own; uploads are counted when they come.
  'private.room': {
    instead: {
      quota: 'null',
      is_disk_full: 'false',
      used: '(select coalesce(sum(octet_length(f.bytes)), 0) from private.picture_files f)',
    },
  },
  'private.storage_sums': {
    instead: {
      bytes:
        '(select coalesce(sum(octet_length(f.bytes)), 0) from private.picture_files f where f.account = storage_sums.account)',
    },
  },
  // A row has up to 20 MB of text.
  'private.picture_files': { atOnce: 1 },
  'private.settings': { instead: { sign_up: "case sign_up when 'open' then 'invited' else sign_up end" } },
};

const ROWS = 200;

async function* inserts(session: Session, table: ExportedTable): AsyncIterable<string> {
  const { instead, where, atOnce = ROWS } = CHANGES[table.name] ?? {};
  const values = table.columns.map((column) => `quote_nullable((${instead?.[column] ?? column})::text)`);
  const condition = where ? ` where ${where}` : '';
  await session.execute(
    `declare exported no scroll cursor for select concat_ws(', ', ${values.join(', ')}) as row from ${table.name}${condition}`,
  );
  for (;;) {
    const rows = await session.query<{ row: string }>(`fetch ${atOnce} from exported`);
    if (rows.length === 0) break;
    const list = rows.map(({ row }) => `  (${row})`).join(',\n');
    const into = `insert into ${table.name} (${table.columns.join(', ')}) overriding system value values`;
    yield `${into}\n${list}\n  on conflict ${table.onConflict};\n`;
  }
  await session.execute('close exported');
}

const SCRIPT = fileURLToPath(new URL('./upload.sh', import.meta.url));

/** Names are ids; whoever has the service role key can store other ones, which no picture has. */
const UPLOADS = `
  select o.id, o.name, o.metadata ->> 'mimetype' as type from storage.objects o
  join storage.contents c on c.object = o.id
  where o.bucket_id = 'pictures' and o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' order by o.name`;

const UPLOAD = 'select bytes from storage.contents where object = $1';

type Upload = Readonly<Record<'id' | 'name' | 'type', string>>;

function requireNoFiles(folder: string): void {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    throw new Error(`${folder} is not empty; expected an empty folder, or none`);
  }
}

/** Writes the uploads of the library as files, as a Supabase project keeps them outside of its database. */
async function exportUploads(folder: string, session: Session) {
  const uploads = await session.query<Upload>(UPLOADS);
  if (uploads.length === 0) return { folder, count: 0 };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    for (const { id, name, type } of uploads) {
      const [found] = await session.query<{ bytes: Buffer }>(UPLOAD, [id]);
      if (found) await writeDurably(join(folder, basename(pictureAddress(name, type) ?? name)), found.bytes);
    }
    copyFileSync(SCRIPT, join(folder, 'upload.sh'));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, count: uploads.length };
}
