import { redirectAddress } from '@ki/shared/contract/redirects.ts';
import { z } from 'zod';

interface Lead {
  /** `null`: what was there is gone. */
  readonly target: string | null;
  /** Pages below the address and its text moved with the record. */
  readonly isOfRecord: boolean;
}

/** The redirects in force by their addresses: decoded and composed, some with a query. */
export type Redirects = ReadonlyMap<string, Lead>;

const rowsSchema = z.array(z.tuple([z.string(), z.string().nullable(), z.boolean()]));

/** Spellings in lower case lead on, too, as patterns match in any case. */
export function redirectsOf(value: unknown): Redirects {
  const leads = rowsSchema
    .parse(value)
    .map(([address, target, isOfRecord]) => [address, { target, isOfRecord }] as const);
  return new Map([...leads.map(([address, lead]) => [address.toLowerCase(), lead] as const), ...leads]);
}

const MARKDOWN_ENDING = '.md';

/** The redirect of a record's address, with what follows that address in this one: a lesson, a picture, its text. */
function leadOfRecord(address: string, find: (address: string) => Lead | undefined): Lead | undefined {
  const bases = address.endsWith(MARKDOWN_ENDING) ? [address.slice(0, -MARKDOWN_ENDING.length)] : [];
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    bases.push(address.slice(0, end));
  for (const base of bases) {
    const lead = find(base);
    if (!lead?.isOfRecord) continue;
    return { ...lead, target: lead.target === null ? null : lead.target + address.slice(base.length) };
  }
  return undefined;
}

export interface Location {
  /** A path of this site or an address of another one; `null`: what was there is gone. */
  readonly location: string | null;
}

function locationOf(target: string, search: string, siteUrl: string): string {
  const to = new URL(target, siteUrl);
  if (to.origin !== new URL(siteUrl).origin) return to.href;
  if (to.search === '') to.search = search;
  return to.pathname + to.search + to.hash;
}

export function createRedirects(siteUrl: string) {
  let redirects: Redirects = new Map();
  const find = (address: string) => redirects.get(address) ?? redirects.get(address.toLowerCase());

  /** An absolute target on this site may be the address of another redirect: it would be a second hop, or a loop. */
  const isSecondHop = (target: string) => {
    const to = URL.parse(target);
    return to !== null && to.origin === new URL(siteUrl).origin && find(redirectAddress(to)) !== undefined;
  };

  function resolved(lead: Lead | undefined, search: string): Location | null {
    if (!lead || (lead.target !== null && isSecondHop(lead.target))) return null;
    return { location: lead.target === null ? null : locationOf(lead.target, search, siteUrl) };
  }

  return {
    take(value: unknown): void {
      redirects = redirectsOf(value);
    },
    /** Where an address leads at which nothing is. With an owner, the pages below an address lead on as well. */
    at(url: URL, hasOwner: boolean): Location | null {
      const address = redirectAddress(url);
      return resolved(find(address) ?? (hasOwner ? leadOfRecord(address, find) : undefined), url.search);
    },
    /** Where an address with a query leads that other programs gave a page, such as `/?p=12`. */
    ofQuery: (url: URL): Location | null =>
      url.search === '' ? null : resolved(redirects.get(redirectAddress(url) + url.search), ''),
  };
}

export type RedirectSource = ReturnType<typeof createRedirects>;
