import { parseArgs } from 'node:util';
import { withDatabase } from '../backup/database-of.ts';
import { readConfiguration } from '../configuration.ts';
import { appliedVersions, type Migration, migrationsIn, projectMigrations } from '../database/migrate.ts';
import { checkMigrations, REMEDY, type Report } from './check.ts';
import { hostedRegistry, registryIn } from './registry.ts';

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
  const configuration = readConfiguration(environment);
  const { DATA_DIR: dataDir, DATABASE_URL } = configuration;
  if (environment.SUPABASE_URL && !DATABASE_URL) {
    const applied = appliedUpTo(migrations, last);
    return checkMigrations({ migrations, applied, registry: await hostedRegistry(environment), dataDir });
  }
  if (last) throw new Error('--applied is for a Supabase project; this database says itself what is applied');
  const [applied, registry] = await withDatabase(configuration, (inBulk) =>
    inBulk(async (session) => [await appliedVersions(session), await registryIn(session)] as const),
  );
  return checkMigrations({ migrations, applied, registry, dataDir });
}

/** `pnpm data check-migrations`: prints what is found, and throws when new migrations break releases, or one cannot be rendered. */
export async function checkCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { values } = parseArgs({ args: [...args], options: { applied: { type: 'string' } } });
  const { missing, broken, notRendered, addresses } = await report(environment, values.applied);
  for (const line of [
    ...missing.map(({ file }) => `new: ${file}`),
    ...notRendered.map((line) => `not rendered: ${line}`),
    ...broken,
  ])
    process.stdout.write(`${line}\n`);
  if (broken.length > 0) throw new Error(`The new migrations break releases. ${REMEDY}`);
  if (notRendered.length > 0)
    throw new Error('Not every release was rendered, as this machine lacks its files or runtime.');
  return `checked ${missing.length} new migrations: ${addresses} addresses of releases render as before`;
}
