import { z } from 'zod';
import { checkedRegistry } from '../registry-file.ts';
import type { Registry } from '../schema.ts';
import { callRegistry, type DatabaseAccess } from './call.ts';

const answerSchema = z.object({ version: z.string(), registry: z.unknown() }).nullable();

/** A registry as it was at a moment; equal versions mean that it is still the same. */
interface Read {
  readonly version: string;
  readonly registry: Registry;
}

/** The registry of a database, or `null` while its version is the known one. Throws when it cannot be had or is none. */
export async function readRegistryUnless(
  known: string | null,
  access: DatabaseAccess,
  answerMs?: number,
): Promise<Read | null> {
  const answer = answerSchema.parse(await callRegistry(access, 'read_registry', { known }, answerMs));
  return (
    answer && { version: answer.version, registry: checkedRegistry('the registry in the database', answer.registry) }
  );
}
