import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

const BATCH = 200;
const COLUMNS = 'slug, updated_at, modules(lessons(id, updated_at))';

async function inBatches<Row>(read: (from: number, to: number) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; ; from += BATCH) {
    const batch = await read(from, from + BATCH - 1);
    rows.push(...batch);
    if (batch.length < BATCH) return rows;
  }
}

async function workshops(reader: Reader): Promise<readonly SitemapEntry[]> {
  const rows = await inBatches(async (from, to) =>
    unwrap(await reader.from('workshops').select('id, updated_at').order('id').range(from, to)),
  );
  return rows.map(({ id, updated_at }) => ({ path: paths.workshopPage({ workshop: id }), lastModified: updated_at }));
}

async function coursesWithLessons(reader: Reader): Promise<readonly SitemapEntry[]> {
  const rows = await inBatches(async (from, to) =>
    unwrap(await reader.from('courses').select(COLUMNS).eq('is_published', true).order('id').range(from, to)),
  );
  return rows.flatMap(({ slug, updated_at, modules }) => [
    { path: paths.course({ slug }), lastModified: updated_at },
    ...modules
      .flatMap(({ lessons }) => lessons)
      .map((lesson) => ({
        path: paths.lesson({ courseSlug: slug, lessonId: lesson.id }),
        lastModified: lesson.updated_at,
      })),
  ]);
}

/** A list is as new as the newest of its entries. */
function withList(path: string, entries: readonly SitemapEntry[]): readonly SitemapEntry[] {
  const newest = entries
    .map(({ lastModified = '' }) => lastModified)
    .toSorted()
    .at(-1);
  return [{ path, ...(newest && { lastModified: newest }) }, ...entries];
}

export async function listAddresses(reader: Reader): Promise<readonly SitemapEntry[]> {
  const [teams, alone] = await Promise.all([workshops(reader), coursesWithLessons(reader)]);
  return [...withList(paths.workshops, teams), ...withList(paths.courses, alone)];
}
