import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

const BATCH = 200;
const COLUMNS = 'slug, updated_at, modules(lessons(id, updated_at))';

async function courses(reader: Reader, from: number) {
  return unwrap(
    await reader
      .from('courses')
      .select(COLUMNS)
      .eq('is_published', true)
      .order('id')
      .range(from, from + BATCH - 1),
  );
}

async function workshops(reader: Reader): Promise<readonly SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for (let from = 0; ; from += BATCH) {
    const rows = reader.from('workshops').select('id, updated_at').order('id');
    const batch = unwrap(await rows.range(from, from + BATCH - 1));
    for (const { id, updated_at } of batch) {
      entries.push({ path: paths.workshopPage({ workshop: id }), lastModified: updated_at });
    }
    if (batch.length < BATCH) return entries;
  }
}

async function coursesWithLessons(reader: Reader): Promise<readonly SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for (let from = 0; ; from += BATCH) {
    const batch = await courses(reader, from);
    for (const { slug, updated_at, modules } of batch) {
      entries.push({ path: paths.course({ slug }), lastModified: updated_at });
      for (const lesson of modules.flatMap(({ lessons }) => lessons)) {
        entries.push({
          path: paths.lesson({ courseSlug: slug, lessonId: lesson.id }),
          lastModified: lesson.updated_at,
        });
      }
    }
    if (batch.length < BATCH) return entries;
  }
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
