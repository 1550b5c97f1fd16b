export const LEGAL_PAGES = {
  impressum: 'imprint',
  datenschutz: 'privacy statement',
  barrierefreiheit: 'accessibility statement',
} as const;

export type LegalSlug = keyof typeof LEGAL_PAGES;
export const LEGAL_SLUGS = Object.keys(LEGAL_PAGES) as readonly LegalSlug[];
