import type { LegalSlug } from '../../records/legal.tsx';
import type { SiteRow } from '../data/templates.ts';
import { accessibility } from './accessibility.ts';
import { imprint } from './imprint.ts';
import { privacy } from './privacy.ts';

export const COUNTRIES = { DE: 'Germany', AT: 'Austria', CH: 'Switzerland' } as const;
export type Country = keyof typeof COUNTRIES;

export const isCountry = (code: string): code is Country => Object.hasOwn(COUNTRIES, code);
export const countryOf = (code: string): Country => (isCountry(code) ? code : 'DE');

export interface Filling {
  readonly site: SiteRow;
  readonly periods: ReadonlyMap<string, number>;
  readonly today: Date;
}

export const TITLES: Readonly<Record<LegalSlug, string>> = {
  impressum: 'Impressum',
  datenschutz: 'Datenschutzerklärung',
  barrierefreiheit: 'Erklärung zur Barrierefreiheit',
};

const TEMPLATES: Readonly<Record<LegalSlug, (country: Country, filling: Filling) => string>> = {
  impressum: imprint,
  datenschutz: privacy,
  barrierefreiheit: accessibility,
};

export const templateOf = (slug: LegalSlug, country: Country, filling: Filling): string =>
  TEMPLATES[slug](country, filling);
