import { redirectAddress } from '@ki/shared/contract/redirects.ts';
import { z } from 'zod';

interface Lead {
  /** `null`: what was there is gone. */
  readonly target: string | null;
  /** The target is the address of a public record: what is below its former address has moved with it. */
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
/** Dot segments, empty segments, and the marks of other parts of an address: a path with them is read otherwise. */
const NOT_BELOW = /\/\.{0,2}(?:\/|$)|[?#%\\]/;

const pathOf = (target: string) => target.replace(/[?#].*$/s, '');

const firstSegment = (address: string) => address.split('/', 2)[1];

/** The redirect of a record's address, with what follows that address in this one: a lesson, a picture, its text. */
function leadOfRecord(address: string, find: (address: string) => Lead | undefined): Lead | undefined {
  const below = (base: string, isBelow: (target: string) => boolean) => {
    const [lead, rest] = [find(base), address.slice(base.length)];
    if (!lead?.isOfRecord || NOT_BELOW.test(rest)) return undefined;
    if (lead.target === null) return lead;
    return isBelow(lead.target) ? { ...lead, target: pathOf(lead.target) + rest } : undefined;
  };
  if (address.endsWith(MARKDOWN_ENDING)) {
    const text = below(address.slice(0, -MARKDOWN_ENDING.length), () => true);
    if (text) return text;
  }
  for (let base = address; base.lastIndexOf('/') > 0; ) {
    base = base.slice(0, base.lastIndexOf('/'));
    // Below a page of the site and the address of another program nothing is.
    const lead = below(base, (target) => base.lastIndexOf('/') > 0 && firstSegment(target) === firstSegment(base));
    if (lead) return lead;
  }
  return undefined;
}

export interface Location {
  /** A path of this site or an address of another one; `null`: what was there is gone. */
  readonly location: string | null;
}

const GONE: Location = { location: null };

export function createRedirects(siteUrl: string) {
  const { origin } = new URL(siteUrl);
  let redirects: Redirects = new Map();
  let hasQueries = false;
  const find = (address: string) => redirects.get(address) ?? redirects.get(address.toLowerCase());
  const at = (address: string, hasOwner: boolean) =>
    find(address) ?? (hasOwner ? leadOfRecord(address, find) : undefined);

  /** The end of a chain of redirects: a target may be another spelling of the address of one. `null` in a circle. */
  function endOf(first: Lead, search: string): Location | null {
    const seen = new Set<Lead>();
    for (let lead: Lead | undefined = first; lead && !seen.has(lead); ) {
      seen.add(lead);
      if (lead.target === null) return GONE;
      const to = URL.parse(lead.target, siteUrl);
      if (!to) return null;
      if (to.origin !== origin) return { location: to.href };
      const address = redirectAddress(to);
      const next: Lead | undefined = lead.isOfRecord ? undefined : (find(address + to.search) ?? at(address, true));
      if (!next) {
        if (to.search === '') to.search = search;
        return { location: to.pathname.replace(/^\/{2,}/, '/') + to.search + to.hash };
      }
      lead = next;
    }
    return null;
  }

  return {
    take(value: unknown): void {
      redirects = redirectsOf(value);
      hasQueries = [...redirects.keys()].some((address) => address.includes('?'));
    },
    hasQueries: () => hasQueries,
    /** Where an address leads at which nothing is. With an owner, what is below an address leads on as well. */
    at(url: URL, hasOwner: boolean): Location | null {
      const lead = at(redirectAddress(url), hasOwner);
      return lead ? endOf(lead, url.search) : null;
    },
    /** Where an address with a query leads that other programs gave a page, such as `/?p=12`. */
    ofQuery(url: URL): Location | null {
      const lead = url.search === '' ? undefined : redirects.get(redirectAddress(url) + url.search);
      return lead ? endOf(lead, '') : null;
    },
  };
}

export type RedirectSource = ReturnType<typeof createRedirects>;
