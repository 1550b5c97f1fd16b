import type { Reader } from '@ki/shared/contract/reads.ts';
import { type Site, type SiteLink, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { z } from 'zod';
import { unwrap } from './errors.ts';

const links = z.array(z.object({ label: z.string(), address: z.string() }));

const rowSchema = z.object({
  name: z.string(),
  short_name: z.string(),
  claim: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  brand_color: z.string(),
  accent_color: z.string(),
  language: z.string(),
  locale: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  contact_email: z.string(),
  legal_name: z.string(),
  phone: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
  social_links: z.array(z.string()),
  menu: links,
  footer: links,
});

/** The footer shows social links after its own, by the name of the service. */
const socialLink = (address: string): SiteLink => ({
  label: URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address,
  address,
});

/** The database knows more time zones than browsers do. */
function knownTimeZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return UNNAMED_SITE.timeZone;
  }
}

/** Parses what the database function `read_site` returns. The logo is still the stored data URL. */
export function siteOf(value: unknown): Site {
  const row = rowSchema.parse(value);
  return {
    name: row.name,
    shortName: row.short_name,
    claim: row.claim,
    language: row.language,
    locale: row.locale,
    currency: row.currency,
    timeZone: knownTimeZone(row.time_zone),
    logo: row.logo,
    logoSize: null,
    covers: null,
    formats: null,
    menu: row.menu,
    footer: [...row.footer, ...row.social_links.map(socialLink)],
    details: {
      description: row.description,
      brandColor: row.brand_color.toLowerCase(),
      accentColor: row.accent_color.toLowerCase(),
      contactEmail: row.contact_email,
      legalName: row.legal_name,
      phone: row.phone,
      street: row.street,
      postalCode: row.postal_code,
      city: row.city,
      country: row.country,
      socialLinks: row.social_links,
    },
  };
}

export const readSite = async (reader: Reader): Promise<unknown> =>
  unwrap(await reader.rpc('read_site', {}, { get: true }));

/** The redirects in force: address, target, and whether the target is a record's address. */
export const readRedirects = async (reader: Reader): Promise<unknown> =>
  unwrap(await reader.rpc('list_redirects', {}, { get: true }));

/** The slugs of all public pages. */
export const readPageSlugs = async (reader: Reader): Promise<unknown> =>
  unwrap(await reader.rpc('page_slugs', {}, { get: true }));
