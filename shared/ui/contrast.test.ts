import { describe, expect, test } from 'vitest';
import { coverPalettes } from './media/cover-art.ts';
import { type ColorName, dark, light, type Scheme } from './theme.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Text (4.5:1), by its background. */
const TEXT: Partial<Record<ColorName, readonly ColorName[]>> = {
  ground: ['text', 'muted', 'link', 'success', 'warning', 'danger'],
  surface: ['text', 'muted', 'link', 'success', 'warning', 'danger'],
  sunken: ['text', 'muted', 'link'],
  brand: ['onBrand'],
  brandHover: ['onBrand'],
  brandSoft: ['onBrandSoft', 'text', 'muted', 'link'],
  accent: ['onAccent'],
  accentSoft: ['onAccentSoft', 'text'],
  banner: ['onBanner', 'onBannerMuted', 'accent'],
  successSoft: ['success', 'text'],
  warningSoft: ['warning', 'text'],
  dangerSoft: ['danger', 'text'],
  dangerFill: ['onDangerFill'],
  code: [
    'onCode',
    'codeComment',
    'codeKeyword',
    'codeString',
    'codeNumber',
    'codeTitle',
    'codeName',
    'codeAdded',
    'codeRemoved',
    'muted',
  ],
  text: ['ground'],
};

/** Edges of controls and focus rings (3:1). */
const GRAPHICS: Partial<Record<ColorName, readonly ColorName[]>> = {
  ground: ['edge', 'focus', 'brand'],
  surface: ['edge', 'focus', 'brand', 'danger'],
  sunken: ['edge', 'focus'],
  banner: ['onBanner'],
};

const pairs = (table: Partial<Record<ColorName, readonly ColorName[]>>) =>
  Object.entries(table).flatMap(([ground, names]) => names.map((name) => [name, ground as ColorName] as const));

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('in the %s scheme', (_, scheme: Scheme) => {
  test.each(pairs(TEXT))('text %s on %s reaches 4.5:1', (name, ground) => {
    expect(contrast(scheme[name], scheme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(GRAPHICS))('%s on %s reaches 3:1', (name, ground) => {
    expect(contrast(scheme[name], scheme[ground])).toBeGreaterThanOrEqual(3);
  });
});

test('white text on the drawing of a banner reaches 4.5:1', () => {
  for (const palette of [coverPalettes.banner.light, coverPalettes.banner.dark]) {
    for (const shade of [palette.ground, palette.near, palette.far]) {
      expect(contrast('#ffffff', shade)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
