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

export async function listAddresses(reader: Reader): Promise<readonly SitemapEntry[]> {
  const entries: SitemapEntry[] = [{ path: paths.workshops }, { path: paths.courses }];
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
