import { paths } from '@ki/shared/contract/paths.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type PublicationState, publicationState } from '../../kinds/model/publication.ts';
import { readClock, unwrapNothing } from '../../kit/data/as-staff.ts';

export type Place = 'menu' | 'footer';

export interface LinkRow {
  readonly id: string;
  readonly title: string;
  readonly place: Place;
  readonly address: string;
  /** State of the page at the address; null for an address of no page. */
  readonly page: PublicationState | null;
  /** Set where the link leads to no public page, though one could be there: its slug, and the hidden page's id. */
  readonly unwritten: Unwritten | null;
}

type Unwritten = { readonly slug: string; readonly page: string | null };

export interface Offer {
  readonly remote: string;
  readonly label: string;
  readonly place: Place;
  readonly address: string;
}

export async function readLinks(client: StaffClient) {
  const columns = 'id, label, place, address, page:pages(published_at)';
  const [links, offers, without] = await Promise.all([
    client.from('links').select(columns).order('position').order('id'),
    client.rpc('offered_links'),
    client.rpc('links_without_page'),
    readClock(client),
  ]);
  const leading = unwrap(without) as (Unwritten & { readonly link: string })[];
  // The platform has a text at this address.
  const unwritten = leading.filter(({ slug, page }) => page !== null || `/${slug}` !== paths.aboutAi);
  const rows = unwrap(links).map(
    ({ id, label, place, address, page }): LinkRow => ({
      id,
      title: label,
      place: place as Place,
      address,
      page: page && publicationState(page.published_at),
      unwritten: unwritten.find(({ link }) => link === id) ?? null,
    }),
  );
  return {
    menu: rows.filter(({ place }) => place === 'menu'),
    footer: rows.filter(({ place }) => place === 'footer'),
    offers: unwrap(offers) as readonly Offer[],
  };
}

export type Links = Awaited<ReturnType<typeof readLinks>>;

export interface LinksData {
  readonly links: Promise<Result<Links>>;
}

/** Ids of the links whose address is that of a page. */
export const linksOfPages = async (client: StaffClient): Promise<readonly string[]> =>
  unwrap(await client.from('links').select('id').not('page_id', 'is', null)).map(({ id }) => id);

/** Stores an order in one transaction. */
export const reorderLinks = async (client: StaffClient, place: Place, ids: readonly string[]): Promise<void> =>
  unwrapNothing(await client.rpc('reorder_links', { place, ids: [...ids] }));

export async function takeOffer(client: StaffClient, { label, place, address }: Offer): Promise<void> {
  // The database sets the position: last.
  const row = { label, place, address } as { label: string; place: Place; address: string; position: number };
  unwrap(await client.from('links').insert(row).select('id').single());
}

export const dismissOffer = async (client: StaffClient, { remote, address }: Offer): Promise<void> =>
  unwrapNothing(await client.rpc('dismiss_link', { remote, address }));
