import { readSettings, variables } from '@ki/shared/process/settings.ts';
import { z } from 'zod';
import type { Session } from '../database/database.ts';

const TIMEOUT_MS = 10_000;

const settingsSchema = variables.pick({ SUPABASE_URL: true, SUPABASE_PUBLISHABLE_KEY: true, REMOTE_TOKEN: true });
const answerSchema = z.object({ registry: z.unknown() });

/** The registry document of a database; `null` where no migration has made a registry. */
export async function registryIn({ query }: Pick<Session, 'query'>): Promise<unknown> {
  const [found] = await query("select to_regclass('shipping.remotes') is not null as known");
  if (!found?.known) return null;
  const [row] = await query('select shipping.registry_document(false) as document');
  return row?.document;
}

/** The registry document of a Supabase project, by its API and a token. */
export async function hostedRegistry(environment: NodeJS.ProcessEnv): Promise<unknown> {
  const {
    SUPABASE_URL: url = '',
    SUPABASE_PUBLISHABLE_KEY: apikey,
    REMOTE_TOKEN: token,
  } = readSettings(settingsSchema, environment);
  if (!apikey || !token) throw new Error('SUPABASE_PUBLISHABLE_KEY and REMOTE_TOKEN are needed with SUPABASE_URL');
  const response = await fetch(`${url.replace(/\/$/, '')}/rest/v1/rpc/read_registry`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ token, known: null }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return answerSchema.parse(body).registry;
  const { message } = Object(body) as { message?: unknown };
  throw new Error(
    `the registry cannot be read: ${typeof message === 'string' ? message : `status ${response.status}`}`,
  );
}
