import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { list } from '@ki/shared/process/setting-types.ts';
import { readSettings, variables } from '@ki/shared/process/settings.ts';
import { z } from 'zod';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const { SUPABASE_PORT, DATA_DIR, BACKUP_TO } = variables.shape;

const environmentSchema = variables
  .pick({
    DATABASE_URL: true,
    SEED: true,
    MIGRATIONS: true,
    AUTH_RATE_LIMIT: true,
    TRUSTED_PROXIES: true,
    BACKUP_EVERY: true,
    STORAGE_QUOTA: true,
  })
  .extend({
    SUPABASE_PORT: z.literal('0').transform(Number).or(SUPABASE_PORT),
    DATA_DIR: DATA_DIR.transform((directory) => resolve(repository, directory)),
    BACKUP_TO: BACKUP_TO.transform((folder) => folder && resolve(repository, folder)),
    SITE_ORIGINS: list,
  });

/** The only variables of this process that functions receive. */
const PROVIDER_VARIABLES = [
  'PERPLEXITY_API_KEY',
  'PERPLEXITY_BASE_URL',
  'PERPLEXITY_MODEL',
  'GEMINI_API_KEY',
  'GEMINI_BASE_URL',
  'GEMINI_MODEL',
] as const;

export type Configuration = ReturnType<typeof readConfiguration>;

export function readConfiguration(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(environmentSchema, environment);
  const given = PROVIDER_VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []));
  return { ...settings, providers: Object.fromEntries(given) };
}
