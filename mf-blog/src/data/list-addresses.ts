import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Backends answer at most so many rows at a time. */
const BATCH = 1_000;

async function postAddresses(reader: Reader): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for (let first = 0; first === entries.length; first += BATCH) {
    const posts = reader
      .from('posts')
      .select('slug, updated_at')
      .order('published_at', { ascending: false })
      .order('id');
    const rows = unwrap(await posts.range(first, first + BATCH - 1));
    entries.push(...rows.map(({ slug, updated_at }) => ({ path: paths.post({ slug }), lastModified: updated_at })));
    if (rows.length < BATCH) break;
  }
  return entries;
}

async function categoryAddresses(reader: Reader): Promise<SitemapEntry[]> {
  const rows = unwrap(await reader.from('categories').select('slug').order('name'));
  return rows.map(({ slug }) => ({ path: paths.category({ slug }) }));
}

/** Every public address of the blog. */
export async function listAddresses(reader: Reader): Promise<readonly SitemapEntry[]> {
  const [posts, categories] = await Promise.all([postAddresses(reader), categoryAddresses(reader)]);
  return [{ path: paths.home, lastModified: posts[0]?.lastModified }, ...categories, ...posts];
}
