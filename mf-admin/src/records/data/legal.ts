import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { publicationState } from '../../kinds/model/publication.ts';
import { readClock } from '../../kit/data/as-staff.ts';

export const LEGAL_PAGES = {
  impressum: 'imprint',
  datenschutz: 'privacy statement',
  barrierefreiheit: 'accessibility statement',
} as const;

export type LegalSlug = keyof typeof LEGAL_PAGES;
export const LEGAL_SLUGS = Object.keys(LEGAL_PAGES) as readonly LegalSlug[];

export async function readLegalPages(client: StaffClient) {
  const [pages] = await Promise.all([
    client.from('pages').select('id, slug, published_at').in('slug', LEGAL_SLUGS),
    readClock(client),
  ]);
  return unwrap(pages).map(({ id, slug, published_at }) => ({
    id,
    slug,
    isPublic: publicationState(published_at) === 'published',
  }));
}

export type LegalPage = Awaited<ReturnType<typeof readLegalPages>>[number];
