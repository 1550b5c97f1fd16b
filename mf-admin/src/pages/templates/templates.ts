import type { LegalSlug } from '../../records/data/legal.ts';
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

export const templateOf = (slug: LegalSlug, country: Country, filling: Filling): string =>
  TEMPLATES[slug](country, filling);
