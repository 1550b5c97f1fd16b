import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type LegalPage, type LegalSlug, readLegalPages } from '../../records/data/legal.ts';

export type SiteRow = Database['public']['Tables']['site']['Row'];

export interface TemplateFacts {
  readonly site: SiteRow;
  readonly pages: readonly LegalPage[];
  /** For how many days rows are kept, by table. */
  readonly periods: ReadonlyMap<string, number>;
}

export interface TemplatesData {
  readonly facts: Promise<Result<TemplateFacts>>;
}

export async function readTemplateFacts(client: StaffClient): Promise<TemplateFacts> {
  const [site, pages, periods] = await Promise.all([
    client.from('site').select('*').single(),
    readLegalPages(client),
    client.rpc('retention_periods'),
  ]);
  return {
    site: unwrap(site),
    pages,
    periods: new Map(unwrap(periods).map(({ subject, days }) => [subject, days])),
  };
}

interface NewPage {
  readonly slug: LegalSlug;
  readonly title: string;
  readonly content: string;
}

/** Adds a draft with a link in the footer, and returns its id. A page with this slug is refused, not overwritten. */
export async function addDraft(client: UntypedClient, page: NewPage): Promise<string> {
  const columns = { ...page, description: '', published_at: null, links: [{ place: 'footer' }] };
  const id: unknown = unwrap(await client.rpc('save_page', { record: null, base: null, columns }));
  return String(id);
}
