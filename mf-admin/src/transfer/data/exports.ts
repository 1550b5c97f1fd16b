import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { POST_TEXTS } from '../../files/model/post-record.ts';
import type { StoredPost } from '../../files/model/post-row.ts';

const AT_ONCE = 200;

/** Reads all rows in the order of their ids, so that none is missed or read twice. */
async function readAll<Row extends { readonly id: string }>(read: (after: string | null) => Promise<Row[]>) {
  const all: Row[] = [];
  for (;;) {
    const rows = await read(all.at(-1)?.id ?? null);
    all.push(...rows);
    if (rows.length < AT_ONCE) return all;
  }
}

const TEXTS = POST_TEXTS.map(({ column }) => column).join(', ');
const POST = `id, title, slug, content, ${TEXTS}, date:published_at, author, category:categories (name, slug)`;

/** Drafts and scheduled posts included, the newest first. */
export async function readPosts(client: StaffClient): Promise<readonly StoredPost[]> {
  const rows = await readAll(async (after) => {
    const query = (client as UntypedClient).from('posts').select(POST).order('id').limit(AT_ONCE);
    const found: unknown = unwrap(await (after ? query.gt('id', after) : query));
    return found as (StoredPost & { readonly id: string })[];
  });
  return rows.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || a.slug.localeCompare(b.slug, 'de'));
}

export async function readMatrix(client: StaffClient) {
  const dimensions = unwrap(await client.from('matrix_dimensions').select('name').order('sort_order').order('name'));
  const rows = await readAll(async (after) => {
    const query = client
      .from('matrix_workshops')
      .select(`id, title, durationHours:duration_hours, priceChf:price_chf, prerequisites,
        category:matrix_categories (code, name, place:sort_order),
        target_group:matrix_target_groups (code, name, place:sort_order),
        level:matrix_levels (code, name, place:sort_order),
        objectives:matrix_workshop_learning_objectives (objective, dimension:matrix_dimensions (name))`)
      .order('id')
      .limit(AT_ONCE);
    return unwrap(await (after ? query.gt('id', after) : query));
  });
  const ordered = rows.toSorted(
    (a, b) =>
      a.category.place - b.category.place ||
      a.target_group.place - b.target_group.place ||
      a.level.place - b.level.place ||
      a.title.localeCompare(b.title, 'de'),
  );
  return {
    dimensions: dimensions.map(({ name }) => name),
    workshops: ordered.map(({ objectives, ...workshop }) => ({
      ...workshop,
      objectives: new Map(objectives.map(({ objective, dimension }) => [dimension.name, objective])),
    })),
  };
}

export async function readRedirects(client: StaffClient) {
  const rows = await readAll(async (after) => {
    const query = client.from('redirects').select('id, address, target').order('id').limit(AT_ONCE);
    return unwrap(await (after ? query.gt('id', after) : query));
  });
  return rows.toSorted((a, b) => a.address.localeCompare(b.address, 'de'));
}
