import { databaseReadsSchema } from '@ki/shared/contract/database-reads.ts';
import { z } from 'zod';
import type { Session } from '../database/database.ts';
import type { Role } from './change.ts';

const releaseSchema = z.object({
  name: z.string(),
  version: z.string(),
  staffOnly: z.boolean(),
  /** A malformed record counts as none. */
  reads: databaseReadsSchema.optional().catch(undefined),
});

const remoteSchema = z.object({
  live: releaseSchema,
  previous: z.array(releaseSchema).default([]),
  canary: z.object({ release: releaseSchema }).optional(),
});

const registrySchema = z.object({ remotes: z.record(z.string(), remoteSchema) });

type Release = z.infer<typeof releaseSchema>;

/** A release that browsers or servers may run, or to which a rollback goes. */
export interface ReadingRelease extends Pick<Release, 'reads'> {
  /** `mf-blog@1.0.0-0a1b (live)` */
  readonly title: string;
  /** Staff pages read as the signed-in account, all others as anonymous visitors. */
  readonly role: Role;
}

const readingAs =
  (state: string) =>
  ({ name, version, staffOnly, reads }: Release): ReadingRelease => ({
    title: `${name}@${version} (${state})`,
    role: staffOnly ? 'authenticated' : 'anon',
    reads,
  });

/** The releases of a registry document that count; those of retired remotes do not. */
export function releasesIn(document: unknown): readonly ReadingRelease[] {
  const { remotes } = registrySchema.parse(document);
  return Object.values(remotes).flatMap(({ live, previous, canary }) => [
    readingAs('live')(live),
    ...(canary ? [readingAs('canary')(canary.release)] : []),
    ...previous.map(readingAs('to go back to')),
  ]);
}

/** The releases of a database; none where no migration has made a registry. */
export async function releasesOf({ query }: Pick<Session, 'query'>): Promise<readonly ReadingRelease[]> {
  const [found] = await query("select to_regclass('shipping.remotes') is not null as known");
  if (!found?.known) return [];
  const [row] = await query('select shipping.registry_document(false) as document');
  return releasesIn(row?.document);
}
