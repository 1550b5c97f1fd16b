import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { folderOf } from '../build/workspace.ts';
import { releaseSchema } from '../registry/schema.ts';

/** What `package.json` states of a remote. A field that nothing reads is refused: it may be one that is misspelt. */
const remoteSchema = z
  .strictObject(releaseSchema.pick({ routes: true, resources: true, staffOnly: true, budget: true, link: true }).shape)
  .refine(({ routes, link }) => !link || routes.includes(link.address), {
    path: ['link', 'address'],
    error: 'expected one of the routes of the remote',
  });
const packageSchema = z.object({ version: z.string(), remote: remoteSchema });

/** Parses a JSON file. Throws with the file, and the path and fault of each wrong field. */
export async function parseFile<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: place, message }) => `${place.join('.')}: ${message}`);
  throw new Error(`${file}: ${faults.join('; ')}`);
}

/** Version and statements of a remote's `package.json`. */
export const readRemotePackage = async (root: string, name: string) =>
  parseFile(path.join(await folderOf(root, name), 'package.json'), packageSchema);
