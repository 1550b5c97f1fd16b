import { z } from 'zod';
import type { Registry } from '../schema.ts';
import { callRegistry, type DatabaseAccess } from './call.ts';

/**
 * Takes remotes over into a database, with what was live before and their history, from the registry of a platform that
 * kept it in a file. Those that were ever live in the database stay as they are there, so that doing it again changes
 * nothing. Resolves with the names of the others. For operators.
 */
export async function takeOver(access: DatabaseAccess, { remotes, retired }: Registry): Promise<readonly string[]> {
  return z
    .array(z.string())
    .parse(await callRegistry(access, 'take_over_registry', { registry: { remotes, retired } }));
}
