import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { listRecords, type Page } from '../../kinds/data/records.ts';
import { publicationState } from '../../kinds/model/publication.ts';
import { readClock } from '../../kit/data/as-staff.ts';
import { LEGAL_SLUGS } from '../../records/model/legal.ts';
import { GAP, gapsIn, page as kind, type PageRow } from '../page-record.ts';

export type SiteRow = Database['public']['Tables']['site']['Row'];

export interface TemplateFacts {
  readonly site: SiteRow;
  readonly pages: readonly { readonly id: string; readonly slug: string; readonly isPublic: boolean }[];
  /** For how many days rows are kept, by table. */
  readonly periods: ReadonlyMap<string, number>;
}

export interface TemplatesData {
  readonly facts: Promise<Result<TemplateFacts>>;
}

export async function readTemplateFacts(client: StaffClient): Promise<TemplateFacts> {
  const [site, pages, periods] = await Promise.all([
    client.from('site').select('*').single(),
    client.from('pages').select('id, slug, published_at').in('slug', LEGAL_SLUGS),
    client.rpc('retention_periods'),
    readClock(client),
  ]);
  return {
    site: unwrap(site),
    pages: unwrap(pages).map(({ published_at, ...page }) => ({
      ...page,
      isPublic: publicationState(published_at) === 'published',
    })),
    periods: new Map(unwrap(periods).map(({ subject, days }) => [subject, days])),
  };
}

/** Adds a draft with a link in the footer, and returns its id. A page with this slug is refused, not overwritten. */
export async function addDraft(
  client: UntypedClient,
  page: Readonly<Record<'slug' | 'title' | 'content', string>>,
): Promise<string> {
  const columns = { ...page, description: '', published_at: null, links: [{ place: 'footer' }] };
  const id: unknown = unwrap(await client.rpc('save_page', { record: null, base: null, columns }));
  return String(id);
}

export type ListedPage = PageRow & {
  /** How many gaps of its template are left. */
  readonly gaps: number;
};

/** Only texts with gaps are read. */
async function gapsOf(client: StaffClient, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = client.from('pages').select('id, content').in('id', ids).like('content', `%${GAP}%`);
  return new Map(unwrap(await found).map(({ id, content }) => [id, gapsIn(content).length]));
}

export async function listPages(client: StaffClient, page: number): Promise<Page<ListedPage>> {
  const order = { by: 'title', descending: false } as const;
  const listing = listRecords(client, kind, { page, order });
  const [{ rows, total }] = await Promise.all([listing, readClock(client)]);
  const gaps = await gapsOf(
    client,
    rows.map(({ id }) => id),
  );
  return { rows: rows.map((row) => ({ ...row, gaps: gaps.get(row.id) ?? 0 })), total };
}
