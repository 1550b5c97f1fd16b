import { createHash } from 'node:crypto';
import { type Site, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { formatsOf } from '@ki/shared/format/formats.ts';
import { DEFAULT_COLORS, type Palette, paletteOf } from '@ki/shared/ui/palette/palette.ts';
import { dark, light, siteRules } from '@ki/shared/ui/schemes.ts';
import type { ColorName } from '@ki/shared/ui/theme.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { SITE_FILES } from '../http/static-files.ts';

const TYPES = { 'image/png': 'png', 'image/svg+xml': 'svg' } as const;
const DATA_URL = /^data:(image\/png|image\/svg\+xml);base64,(.*)$/s;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** An image that is opened by its address runs no scripts and loads nothing. */
const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'x-content-type-options': 'nosniff',
} as const;

type Logo = ReturnType<typeof logoOf>;

const SVG_ROOT = /<svg\b[^>]*>/i;
const number = (text: string | undefined) => {
  const value = Number.parseFloat(text ?? '');
  return value > 0 ? value : null;
};
const SQUARE = [64, 64] as const;

function sizeOfSvg(text: string): readonly [number, number] {
  const [root = ''] = SVG_ROOT.exec(text) ?? [];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(root)?.[1];
  const [, , boxWidth, boxHeight] = (attribute('viewBox') ?? '').trim().split(/[\s,]+/);
  const own = ['width', 'height'].map(attribute).map((text) => (text?.includes('%') ? null : number(text)));
  const [width, height] = own.every(Boolean) ? own : [number(boxWidth), number(boxHeight)];
  return width && height ? [Math.round(width), Math.round(height)] : SQUARE;
}

function sizeOfPng(bytes: Buffer): readonly [number, number] {
  if (bytes.length < HEIGHT_AT + 4) return SQUARE;
  const [width, height] = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  return width > 0 && height > 0 ? [width, height] : SQUARE;
}

/** The stored data URL as a file with an address of its own; `null` for none. */
function logoOf(stored: string | null) {
  const [, type, base64 = ''] = DATA_URL.exec(stored ?? '') ?? [];
  if (type !== 'image/png' && type !== 'image/svg+xml') return null;
  const body = Buffer.from(base64, 'base64');
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return {
    address: `${SITE_FILES}logo-${hash}.${TYPES[type]}`,
    size: type === 'image/png' ? sizeOfPng(body) : sizeOfSvg(body.toString('utf8')),
    file: { status: 200, headers: { 'content-type': type, 'cache-control': IMMUTABLE, ...IMAGE_HEADERS }, body },
  };
}

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

function filesOf(palette: Palette, logo: Logo, stored: string | null): Look['files'] {
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
