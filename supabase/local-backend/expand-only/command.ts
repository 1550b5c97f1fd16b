import { parseArgs } from 'node:util';
import { withDatabase } from '../backup/database-of.ts';
import { readConfiguration } from '../configuration.ts';
import { appliedVersions, type Migration, migrationsIn, projectMigrations } from '../database/migrate.ts';
import { checkMigrations, REMEDY, type Report, unrecordedIn } from './check-migrations.ts';
import { hostedReleases } from './hosted-registry.ts';
import { releasesOf } from './releases.ts';

const LAST_APPLIED = 'the last version in the column Remote of "npx supabase migration list --remote"';

/** Versions up to the one that somebody names, as a project's API does not say what is applied. */
function appliedUpTo(migrations: readonly Migration[], last: string | undefined): ReadonlySet<string> {
  if (!last) throw new Error(`--applied VERSION is needed without DATABASE_URL; expected ${LAST_APPLIED}`);
  const versions = migrations.map(({ version }) => version);
  if (!versions.includes(last)) throw new Error(`--applied is "${last}"; expected ${LAST_APPLIED}`);
  return new Set(versions.filter((version) => version <= last));
}

async function report(environment: NodeJS.ProcessEnv, last: string | undefined): Promise<Report> {
  const migrations = migrationsIn(projectMigrations);
  if (environment.SUPABASE_URL && !environment.DATABASE_URL)
    return checkMigrations(migrations, appliedUpTo(migrations, last), await hostedReleases(environment));
  if (last) throw new Error('--applied is for a Supabase project; this database says itself what is applied');
  const [applied, releases] = await withDatabase(readConfiguration(environment), (inBulk) =>
    inBulk(async (session) => [await appliedVersions(session), await releasesOf(session)] as const),
  );
  return checkMigrations(migrations, applied, releases);
}

/** `pnpm data check-migrations`: prints what is found, and throws when new migrations take away what releases read. */
export async function checkCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { values } = parseArgs({ args: [...args], options: { applied: { type: 'string' } } });
  const found = await report(environment, values.applied);
  const { missing, releases, lost } = found;
  for (const line of [...missing.map(({ file }) => `new: ${file}`), ...unrecordedIn(found), ...lost])
    process.stdout.write(`${line}\n`);
  if (lost.length > 0) throw new Error(`The new migrations take away what releases read. ${REMEDY}`);
  return `checked ${missing.length} new migrations against ${releases.length} releases: nothing that they read is taken away`;
}
