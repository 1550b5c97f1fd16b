import { reader } from '@ki/shared/data/clients.ts';
import { type Versions, versionsSchema } from './versions.ts';

/** A page waits for at most two such questions before it is rendered. */
const TIMEOUT_MS = 2_000;

/** Asks the database itself for the versions; `null` when it does not answer. Rejects for what is no answer. */
export async function askDatabase(): Promise<Versions | null> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const { data, error } = await (await reader()).rpc('content_versions').abortSignal(limit);
  return error ? null : versionsSchema.parse(data);
}
