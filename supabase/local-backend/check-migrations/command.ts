import { parseArgs } from 'node:util';
import { readSettings, variables } from '@ki/shared/process/settings.ts';
import { z } from 'zod';
import { withDatabase } from '../backup/database-of.ts';
import { readConfiguration } from '../configuration.ts';
import { appliedVersions, type Migration, migrationsIn, projectMigrations } from '../database/migrate.ts';
import { checkMigrations, REMEDY, type Report, registryIn } from './check.ts';

const LAST_APPLIED = 'the last version in the column Remote of "npx supabase migration list --remote"';

/** Versions up to the one that somebody names, as a project's API does not say what is applied. */
function appliedUpTo(migrations: readonly Migration[], last: string | undefined): ReadonlySet<string> {
  if (!last) throw new Error(`--applied VERSION is needed without DATABASE_URL; expected ${LAST_APPLIED}`);
  const versions = migrations.map(({ version }) => version);
  if (!versions.includes(last)) throw new Error(`--applied is "${last}"; expected ${LAST_APPLIED}`);
  return new Set(versions.filter((version) => version <= last));
}

const TIMEOUT_MS = 10_000;

const settingsSchema = variables.pick({ SUPABASE_URL: true, SUPABASE_PUBLISHABLE_KEY: true, REMOTE_TOKEN: true });

/** The registry document of a Supabase project, by its API and a token. */
async function hostedRegistry(environment: NodeJS.ProcessEnv): Promise<unknown> {
  const settings = readSettings(settingsSchema, environment);
  const { SUPABASE_URL: url = '', SUPABASE_PUBLISHABLE_KEY: apikey, REMOTE_TOKEN: token } = settings;
  if (!apikey || !token) throw new Error('SUPABASE_PUBLISHABLE_KEY and REMOTE_TOKEN are needed with SUPABASE_URL');
  const response = await fetch(`${url.replace(/\/$/, '')}/rest/v1/rpc/read_registry`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ token, known: null }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return z.object({ registry: z.unknown() }).parse(body).registry;
  const { message } = Object(body) as { message?: unknown };
  const reason = typeof message === 'string' ? message : `status ${response.status}`;
  throw new Error(`the registry cannot be read: ${reason}`);
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
  const found = [...missing.map(({ file }) => `new: ${file}`), ...notRendered.map((line) => `not rendered: ${line}`)];
  for (const line of [...found, ...broken]) process.stdout.write(`${line}\n`);
  if (broken.length > 0) throw new Error(`The new migrations break releases. ${REMEDY}`);
  if (notRendered.length > 0)
    throw new Error('Not every release was rendered, as this machine lacks its files or runtime.');
  return `checked ${missing.length} new migrations: ${addresses} addresses of releases render as before`;
}
