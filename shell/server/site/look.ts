import { type Site, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { formatsOf } from '@ki/shared/format/formats.ts';
import { DEFAULT_COLORS, type Palette, paletteOf } from '@ki/shared/ui/palette/palette.ts';
import { dark, light, siteRules } from '@ki/shared/ui/schemes.ts';
import type { ColorName } from '@ki/shared/ui/theme.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { IMAGE_HEADERS, type Logo, logoOf } from './logo.ts';

/** What the shell makes of the site once for each change. */
export interface Look {
  readonly site: Site;
  /** A style element with the tokens that differ from the default ones; '' for the default colours. */
  readonly style: string;
  /** Links of error pages; `null` for the default colour. */
  readonly linkColor: string | null;
  readonly files: ReadonlyMap<string, HttpResponse>;
}

function styleOf(palette: Palette): string {
  const differs = (name: ColorName) => palette.light[name] !== light[name] || palette.dark[name] !== dark[name];
  return `<style>${siteRules(palette, differs)}</style>`;
}

export const FOR_A_DAY = 'public, max-age=86400';
export const FAVICON = '/favicon.svg';

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;

/** The sign of the header, or the logo. */
const faviconOf = ({ light: { banner, onBanner, accent } }: Palette, logo: string | null): string =>
  svg(
    logo
      ? `<image href="${logo}" width="32" height="32"/>`
      : `<rect width="32" height="32" rx="7" fill="${banner}"/><g fill="none" stroke-width="2.4" stroke-linecap="round"><path d="M4.5 20a6.5 6.5 0 0 1 13 0" stroke="${onBanner}"/><path d="M11.5 20a8 8 0 0 1 16 0" stroke="${accent}"/><path d="M4 24.5h24" stroke="${onBanner}" stroke-width="1.6" stroke-dasharray="4 3.5"/></g>`,
  );

function filesOf(palette: Palette, logo: Logo | null, stored: string | null): Look['files'] {
  const files = new Map<string, HttpResponse>();
  if (logo) files.set(logo.address, logo.file);
  if (logo || palette.covers) {
    files.set(FAVICON, {
      status: 200,
      headers: { 'content-type': 'image/svg+xml', 'cache-control': FOR_A_DAY, ...IMAGE_HEADERS },
      body: faviconOf(palette, logo && stored),
    });
  }
  return files;
}

/** `from` has the stored logo. */
export function lookOf(from: Site): Look {
  const { brandColor, accentColor } = from.details ?? {
    brandColor: DEFAULT_COLORS.brand,
    accentColor: DEFAULT_COLORS.accent,
  };
  const palette = paletteOf({ brand: brandColor, accent: accentColor });
  const logo = logoOf(from.logo);
  return {
    site: {
      ...from,
      logo: logo?.address ?? null,
      logoSize: logo?.size ?? null,
      covers: palette.covers,
      formats: formatsOf(from.locale, from.currency),
    },
    style: palette.covers ? styleOf(palette) : '',
    linkColor: palette.covers ? palette.light.link : null,
    files: filesOf(palette, logo, from.logo),
  };
}

let current: Look = lookOf(UNNAMED_SITE);
let before: Look = current;

export function applyLook(next: Look): void {
  before = current;
  current = next;
}

export const look = (): Look => current;

/** A page of a moment ago may still name the logo before. */
export const siteFile = (pathname: string): HttpResponse | undefined =>
  current.files.get(pathname) ?? (pathname === FAVICON ? undefined : before.files.get(pathname));
