import type { LegalSlug } from '../../records/model/legal.ts';
import { accessibility } from './accessibility.ts';
import { imprint } from './imprint.ts';
import type { Country, Filling } from './parts.ts';
import { privacy } from './privacy.ts';

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

/** No line ends between the sign of a section and its number. */
const withFixedSpaces = (text: string) => text.replace(/(§|\b(?:Art|Abs|Nr)\.) /g, '$1\u00a0');

export const templateOf = (slug: LegalSlug, country: Country, filling: Filling): string =>
  withFixedSpaces(TEMPLATES[slug](country, filling));
