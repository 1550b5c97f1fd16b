export interface SiteLink {
  readonly label: string;
  /** A path of this site, or an http or https address. */
  readonly address: string;
}

/** For the server: what no page sends to the browser as data. */
export interface SiteDetails {
  readonly description: string;
  readonly brandColor: string;
  readonly accentColor: string;
  readonly contactEmail: string;
  readonly legalName: string;
  readonly phone: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
  readonly socialLinks: readonly string[];
}

/** The colours of a drawn picture. */
export interface CoverPalette {
  readonly ground: string;
  readonly near: string;
  readonly far: string;
  readonly line: string;
  readonly spark: string;
}

export interface CoverPalettePair {
  readonly light: CoverPalette;
  readonly dark: CoverPalette;
}

/** Words and patterns of a language and region. The server makes those of a document: engines differ in what `Intl` returns. */
export interface Formats {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  readonly dayAndMonth: string;
  readonly longDate: string;
  readonly shortDate: string;
  readonly dateTime: string;
  readonly hours: string;
  readonly minutes: string;
  readonly price: string;
  readonly group: string;
  readonly decimal: string;
}

/** The row `site`, and the links of menu and footer. */
export interface Site {
  readonly name: string;
  /** For places with little room. */
  readonly shortName: string;
  readonly claim: string;
  readonly language: string;
  readonly locale: string;
  readonly currency: string;
  readonly timeZone: string;
  /** The address of the logo's image; `null` for the drawn sign. */
  readonly logo: string | null;
  /** Width and height of the logo in pixels. */
  readonly logoSize: readonly [number, number] | null;
  /** Palettes of drawn pictures in the site's colours; `null` for the default ones. */
  readonly covers: Readonly<Record<string, CoverPalettePair>> | null;
  /** `null` for those of de-CH. */
  readonly formats: Formats | null;
  readonly menu: readonly SiteLink[];
  readonly footer: readonly SiteLink[];
  /** `null` in the browser. */
  readonly details: SiteDetails | null;
}

/** Formats without a name: what a page shows whose site was never read. */
export const UNNAMED_SITE: Site = {
  name: '',
  shortName: '',
  claim: '',
  language: 'de',
  locale: 'de-CH',
  currency: 'CHF',
  timeZone: 'Europe/Zurich',
  logo: null,
  logoSize: null,
  covers: null,
  formats: null,
  menu: [],
  footer: [],
  details: null,
};

let current: Site = UNNAMED_SITE;

/** The shell calls it before anything is rendered, and on the server after each change. */
export function applySite(next: Site): void {
  current = next;
}

/** The site as it was last applied. Read it while rendering or loading, not when a module is evaluated. */
export const site = (): Site => current;

export type SentSite = Partial<Omit<Site, 'details'>>;

/** The parts that the frame of a page shows; hydration reads them there. */
export const SHOWN = ['claim', 'menu', 'footer'] as const;

/**
 * The part that a document carries as data: without details, and without what it shows or every site has. Each byte
 * delays all pages.
 */
export function sentSite({ details: _, ...from }: Site, isShown: boolean): SentSite {
  const known: Partial<Site> = { ...UNNAMED_SITE, shortName: from.name, ...(isShown && pick(from, SHOWN)) };
  const differing = Object.entries(from).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key as keyof Site]),
  );
  return Object.fromEntries(differing);
}

const pick = (from: Partial<Site>, keys: readonly (keyof Site)[]): Partial<Site> =>
  Object.fromEntries(keys.map((key) => [key, from[key]]));

export const siteOfDocument = (sent: SentSite, shown: Pick<Site, (typeof SHOWN)[number]>): Site => ({
  ...UNNAMED_SITE,
  shortName: sent.name ?? '',
  ...shown,
  ...sent,
});
