import type { SiteRow } from '../data/pages.ts';
import { gap } from '../page-record.ts';

export const COUNTRIES = { DE: 'Germany', AT: 'Austria', CH: 'Switzerland' } as const;
export type Country = keyof typeof COUNTRIES;

export const isCountry = (code: string): code is Country => Object.hasOwn(COUNTRIES, code);
export const countryOf = (code: string): Country => (isCountry(code) ? code : 'DE');

export interface Filling {
  readonly site: SiteRow;
  readonly periods: ReadonlyMap<string, number>;
  readonly today: Date;
}

/** Text of the site's row in Markdown: what it has of syntax is shown as typed. */
const escaped = (text: string) => text.trim().replace(/[\\`*_[\]<>#|~]/g, '\\$&');

/** A value of the site, or a gap that names it. */
export const valueOr = (value: string, what: string): string => (value.trim() === '' ? gap(what) : escaped(value));

export const lines = (...all: readonly string[]): string => all.filter(Boolean).join('  \n');

export const text = (...paragraphs: readonly string[]): string => `${paragraphs.filter(Boolean).join('\n\n')}\n`;

export const COUNTRY_NAMES: Readonly<Record<string, string>> = { DE: 'Deutschland', AT: 'Österreich', CH: 'Schweiz' };

export const streetOf = ({ street, postal_code, city }: SiteRow): string =>
  lines(valueOr(street, 'Straße und Hausnummer'), `${valueOr(postal_code, 'Postleitzahl')} ${valueOr(city, 'Ort')}`);

export const addressOf = (site: SiteRow): string =>
  lines(
    valueOr(site.legal_name, 'Name oder Firma mit Rechtsform'),
    streetOf(site),
    COUNTRY_NAMES[site.country] ?? site.country,
  );

export const contactOf = (site: SiteRow): string =>
  lines(`E-Mail: ${valueOr(site.contact_email, 'E-Mail-Adresse')}`, `Telefon: ${valueOr(site.phone, 'Telefonnummer')}`);
