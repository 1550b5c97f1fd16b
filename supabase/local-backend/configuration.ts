import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authRateLimit, list, proxies, readSettings } from '@ki/shared/process/settings.ts';
import { z } from 'zod';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const environmentSchema = z.object({
  SUPABASE_PORT: z.coerce.number('expected a port').int().min(0).max(65_535).default(54321),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((directory) => resolve(repository, directory)),
  REGISTRY: z.enum(['file', 'database'], 'expected file or database').default('file'),
  DATABASE_URL: z.url('expected an address').optional(),
  AUTH_RATE_LIMIT: authRateLimit,
  TRUSTED_PROXIES: proxies,
  SITE_ORIGINS: list,
});

/** The variables that functions are given, and nothing else of this process's environment. */
export const PROVIDER_VARIABLES = [
  'PERPLEXITY_API_KEY',
  'PERPLEXITY_BASE_URL',
  'PERPLEXITY_MODEL',
  'GEMINI_API_KEY',
  'GEMINI_BASE_URL',
  'GEMINI_MODEL',
] as const;

export type Configuration = z.infer<typeof environmentSchema> & { providers: Record<string, string> };

/** What the environment asks for. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const settings = readSettings(environmentSchema, environment);
  const providers: Record<string, string> = {};
  for (const name of PROVIDER_VARIABLES) {
    const value = environment[name];
    if (value) providers[name] = value;
  }
  return { ...settings, providers };
}
