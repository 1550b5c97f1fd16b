import type { Migration } from '../database/migrate.ts';
import { lostReads } from './lost-reads.ts';
import type { ReadingRelease } from './releases.ts';
import { tryMigrations } from './scratch.ts';
import { shellReads } from './shell-calls.ts';

export interface Report {
  readonly missing: readonly Migration[];
  readonly releases: readonly ReadingRelease[];
  /** A line for each thing that releases read and would no longer find. */
  readonly lost: readonly string[];
}

/**
 * Compares the migrations that a database lacks with the reads of releases and of the shell. A database whose releases have
 * no record is of an earlier version of the platform.
 */
export async function checkMigrations(
  migrations: readonly Migration[],
  applied: ReadonlySet<string>,
  releases: readonly ReadingRelease[],
): Promise<Report> {
  const missing = migrations.filter(({ version }) => !applied.has(version));
  if (missing.length === 0 || !releases.some(({ reads }) => reads)) return { missing, releases, lost: [] };
  const present = migrations.filter(({ version }) => applied.has(version));
  const change = await tryMigrations({ applied: present, missing });
  const readers = new Map<string, string[]>();
  for (const { title, role, reads } of [...releases, ...shellReads])
    for (const lost of reads ? lostReads(reads, { ...change, role }) : [])
      readers.set(lost, [...(readers.get(lost) ?? []), title]);
  return { missing, releases, lost: [...readers].map(([lost, titles]) => `${lost}: ${titles.join(', ')}`) };
}

/** A line that names the releases whose reads nobody recorded, if there are any. */
export function unrecordedIn({ releases }: Report): readonly string[] {
  const titles = releases.filter(({ reads }) => !reads).map(({ title }) => title);
  return titles.length === 0
    ? []
    : [`not recorded is what these releases of an older platform read: ${titles.join(', ')}`];
}

export const REMEDY =
  'Expand first: add what is new and keep the old, publish and promote remotes that read the new, and take the old ' +
  'away in a later migration, when none of these releases is live, a canary or one to go back to.';
