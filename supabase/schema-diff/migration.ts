/**
 * `pnpm --filter supabase-project migration NAME` writes the migration that makes what `schemas` declares and the
 * migrations do not make yet. It exits with 1 while something is left that has to be written by hand.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectMigrations } from '../local-backend/database/migrate.ts';
import { projectSchemas } from './declaration.ts';
import { generate, LINE, topOf } from './generate.ts';

const PROJECT = {
  schemas: projectSchemas,
  migrations: projectMigrations,
  /** A start and the tests apply whatever is a migration, so one that is unfinished lies here. */
  drafts: fileURLToPath(new URL('../migration-drafts', import.meta.url)),
};

interface Written {
  readonly left: readonly string[];
  /** The migration, or its draft while something is left; none when nothing has changed. */
  readonly file?: string;
}

export async function writeMigration(name: string, { schemas, migrations, drafts } = PROJECT): Promise<Written> {
  expectName(name);
  const draft = join(drafts, `${name}.sql`);
  mkdirSync(drafts, { recursive: true });
  takeBack(name, migrations, draft);
  const top = existsSync(draft) ? topOf(readFileSync(draft, 'utf8')) : `-- ${sentenceOf(name)}`;
  const { sql, statements, left } = await generate(top, schemas);
  if (left.length > 0) {
    writeFileSync(draft, sql);
    return { left, file: draft };
  }
  if (statements === 0 && !hasStatement(top)) return { left };
  const file = join(migrations, `${versionAfter(migrations)}_${name}.sql`);
  writeFileSync(file, sql);
  rmSync(draft, { force: true });
  return { left, file };
}

function expectName(name: string): void {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return;
  throw new Error(`"${name}" is no name of a migration; expected one such as subtitle_of_posts.`);
}

/** The newest migration can be written once more, with its top. */
function takeBack(name: string, migrations: string, draft: string): void {
  const files = readdirSync(migrations).sort();
  const present = files.find((file) => file.replace(/^\d+_/, '') === `${name}.sql`);
  if (present === undefined) return;
  const path = join(migrations, present);
  if (present !== files.at(-1) || !readFileSync(path, 'utf8').includes(LINE)) {
    throw new Error(`${present} is an older migration or one without a generated part; expected another name.`);
  }
  renameSync(path, draft);
}

const sentenceOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}.`;

const hasStatement = (sql: string): boolean => sql.split('\n').some((line) => /^\s*[^\s-]/.test(line));

/** The present time as the CLI of Supabase writes it, but after every migration. */
function versionAfter(migrations: string): string {
  const last = readdirSync(migrations).sort().at(-1)?.slice(0, 14) ?? '';
  const now = versionOf(Date.now());
  const [, date = '', hour, minute, second] = /^(\d{8})(\d\d)(\d\d)(\d\d)$/.exec(last) ?? [];
  if (now > last || !date) return now;
  const day = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].join('-');
  return versionOf(Date.parse(`${day}T${hour}:${minute}:${second}Z`) + 60_000);
}

const versionOf = (time: number): string => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);

function report({ left, file }: Written): string {
  const path = file && relative(process.env.INIT_CWD ?? process.cwd(), file);
  if (!path) return 'The migrations make what supabase/schemas declares; nothing was written.';
  if (left.length === 0) return `${path} is written. Next: pnpm --filter supabase-project types`;
  return [
    ...left,
    `The migration does not make this. Write what does at the top of ${path}, and run the command again.`,
  ].join('\n');
}

if (import.meta.main) {
  const written = await writeMigration(process.argv[2] ?? '');
  process.stdout.write(`${report(written)}\n`);
  process.exitCode = written.left.length === 0 ? 0 : 1;
}
