import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { readAll } from '@ki/shared/data/reads.ts';

/** Fewer courses at once than rows of other tables: each brings its lessons. */
const COURSES = 200;

async function workshops(reader: Reader): Promise<readonly SitemapEntry[]> {
  const rows = await readAll((first, last) =>
    reader.from('workshops').select('id, updated_at', { count: 'exact' }).order('id').range(first, last),
  );
  return rows.map(({ id, updated_at }) => ({ path: paths.workshopPage({ workshop: id }), lastModified: updated_at }));
}

async function coursesWithLessons(reader: Reader): Promise<readonly SitemapEntry[]> {
  const columns = 'slug, updated_at, modules(lessons(id, updated_at))';
  const published = () => reader.from('courses').select(columns, { count: 'exact' }).eq('is_published', true);
  const rows = await readAll((first, last) => published().order('id').range(first, last), COURSES);
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
