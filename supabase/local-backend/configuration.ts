import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROXIES_FORM, proxiesIn } from '@ki/shared/http/proxies.mjs';
import { z } from 'zod';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const proxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const found = proxiesIn(text);
    if (found) return found;
    context.addIssue(`expected ${PROXIES_FORM}`);
    return z.NEVER;
  });

const environmentSchema = z.object({
  SUPABASE_PORT: z.coerce.number().int().min(0).max(65_535).default(54321),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((directory) => resolve(repository, directory)),
  DATABASE_URL: z.url().optional(),
  AUTH_RATE_LIMIT: z.coerce.number().int().min(0).default(30),
  TRUSTED_PROXIES: proxies,
  SITE_ORIGINS: z
    .string()
    .default('')
    .transform((origins) =>
      origins
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    ),
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

export class BadConfiguration extends Error {
  override name = 'BadConfiguration';
}

/** What the environment asks for; an empty variable counts as unset. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { success, data, error } = environmentSchema.safeParse(set);
  if (!success) throw new BadConfiguration(z.prettifyError(error));
  const providers = Object.fromEntries(PROVIDER_VARIABLES.flatMap((name) => (set[name] ? [[name, set[name]]] : [])));
  return { ...data, providers };
}
