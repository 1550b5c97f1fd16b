import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { list } from '@ki/shared/process/setting-types.ts';
import { readSettings, variables } from '@ki/shared/process/settings.ts';
import { parse } from 'smol-toml';
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

const LENGTHS = 'expected a whole number from 6 to 72';

const settingsSchema = z.object({
  auth: z.object({
    minimum_password_length: z.int(LENGTHS).min(6, LENGTHS).max(72, LENGTHS),
    sessions: z.object({ timebox: z.string(), inactivity_timeout: z.string() }),
  }),
});

export type AuthSettings = z.infer<typeof settingsSchema>['auth'];

/** The settings of accounts that a hosted project has by `supabase config push`. */
export function readAuthSettings(file = new URL('../config.toml', import.meta.url)): AuthSettings {
  const { success, data, error } = settingsSchema.safeParse(parse(readFileSync(file, 'utf8')));
  if (success) return data.auth;
  throw new Error(
    error.issues.map(({ path, message }) => `supabase/config.toml: ${path.join('.')}: ${message}`).join('\n'),
  );
}
