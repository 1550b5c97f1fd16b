import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dark, light } from '../schemes.ts';
import type { ColorName } from '../theme.ts';
import { contrast, DEFAULT_COLORS, GRAPHICS_CONTRAST, type Palette, paletteOf, TEXT_CONTRAST } from './palette.ts';

type Pairs = Partial<Record<ColorName, readonly ColorName[]>>;

/** Texts by their background (4.5:1). */
const TEXTS: Pairs = {
  ground: ['text', 'muted', 'link', 'success', 'warning', 'danger'],
  surface: ['text', 'muted', 'link', 'success', 'warning', 'danger'],
  sunken: ['text', 'muted', 'link'],
  brand: ['onBrand'],
  brandHover: ['onBrand'],
  brandSoft: ['onBrandSoft', 'text', 'muted', 'link'],
  accent: ['onAccent'],
  accentSoft: ['onAccentSoft', 'text'],
  banner: ['onBanner', 'onBannerMuted', 'accent'],
  onBanner: ['banner'],
  onBannerMuted: ['banner'],
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

/** Edges of controls, focus rings and graphics by their background (3:1). */
const GRAPHICS: Pairs = {
  ground: ['edge', 'focus', 'brand'],
  surface: ['edge', 'focus', 'brand', 'danger'],
  sunken: ['edge', 'focus'],
  banner: ['onBanner'],
};

/** Where marks stand. They are decoration, and the default ones, which are brighter in the light scheme, stay as they are. */
const MARKS: Pairs = { ground: ['mark'], surface: ['mark'], brandSoft: ['mark'] };

const pairsOf = (table: Pairs): readonly (readonly [name: ColorName, ground: ColorName])[] =>
  Object.entries(table).flatMap(([ground, names]) => names.map((name) => [name, ground as ColorName] as const));

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const EXAMPLES: [string, string][] = [
  ['#ffff00', '#ffffff'],
  ['#000000', '#000000'],
  ['#ff0000', '#00ff00'],
  ['#777777', '#767676'],
  ['#0000ff', '#ff00ff'],
];

/** Pairs of token and ground that cannot be told apart. */
function unreadable(palette: Pick<Palette, 'light' | 'dark'>, graphics = GRAPHICS): string[] {
  return (['light', 'dark'] as const).flatMap((name) => {
    const scheme = palette[name];
    const missing = (table: typeof TEXTS, least: number) =>
      pairsOf(table)
        .filter(([text, ground]) => contrast(scheme[text], scheme[ground]) < least)
        .map(([text, ground]) => `${name}: ${text} ${scheme[text]} on ${ground} ${scheme[ground]}`);
    return [...missing(TEXTS, TEXT_CONTRAST), ...missing(graphics, GRAPHICS_CONTRAST)];
  });
}

test('the default colours give the default palette, without corrections', () => {
  expect(paletteOf(DEFAULT_COLORS)).toEqual({ light, dark, covers: null, corrections: [] });
  expect(unreadable({ light, dark })).toEqual([]);
});

test('a pair that cannot be read is found', () => {
  expect(unreadable({ light: { ...light, muted: '#999999' }, dark })).toContain(
    'light: muted #999999 on surface #ffffff',
  );
});

test('every text can be read and every edge and mark be seen, with any two colours', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(hex, hex, (brand, accent) => {
      fc.pre(accent !== DEFAULT_COLORS.accent);
      const palette = paletteOf({ brand, accent });
      expect(unreadable(palette)).toEqual([]);
      expect(unreadable(palette, MARKS)).toEqual([]);
    }),
    { numRuns: 500, examples: EXAMPLES },
  );
});

test('white text on the drawing of a banner can be read, with any two colours', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(hex, hex, (brand, accent) => {
      const { banner } = paletteOf({ brand, accent }).covers ?? expect.fail('no covers');
      for (const { ground, near, far } of [banner.light, banner.dark]) {
        for (const shade of [ground, near, far]) expect(contrast('#ffffff', shade)).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 200 },
  );
});

test('a brand colour on which white can be read is used as it is; another is darkened, and the correction says why', () => {
  const fine = paletteOf({ brand: '#0a7d4f', accent: '#ff9a62' });
  expect([fine.light.brand, fine.light.accent, fine.dark.accent]).toEqual(['#0a7d4f', '#ff9a62', '#ff9a62']);
  expect(fine.corrections).toEqual([]);
  const { light: corrected, corrections } = paletteOf({ brand: '#ffff00', accent: '#ff9a62' });
  const change = { color: 'brand', use: 'text', asked: '#ffff00', used: corrected.brand };
  expect(corrections).toEqual([{ ...change, against: '#ffffff', contrast: expect.closeTo(1.07, 2) }]);
  expect(contrast(corrected.brand, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(corrected.brand, '#ffffff')).toBeLessThan(4.7);
});

test('a dark accent colour is lightened until it can be read on the banner', () => {
  const { light: scheme, dark: night, corrections } = paletteOf({ brand: '#2347c5', accent: '#000000' });
  expect(corrections).toMatchObject([
    { color: 'accent', asked: '#000000', used: scheme.accent, against: scheme.banner },
  ]);
  expect(night.accent).toBe(scheme.accent);
});

test('a bright accent colour is darkened for marks on light pages only, and the correction says against what', () => {
  const { light: scheme, dark: night, corrections } = paletteOf({ brand: '#2347c5', accent: '#ffffff' });
  expect([scheme.accent, night.accent, night.mark]).toEqual(['#ffffff', '#ffffff', '#ffffff']);
  expect(contrast(scheme.mark, scheme.brandSoft)).toBeGreaterThanOrEqual(3);
  expect(corrections).toMatchObject([
    { color: 'accent', use: 'mark', asked: '#ffffff', used: scheme.mark, against: scheme.brandSoft },
  ]);
});

test('the default accent stays as bright in marks beside a brand of its own', () => {
  const { light: scheme, corrections } = paletteOf({ brand: '#0a7d4f', accent: DEFAULT_COLORS.accent });
  expect([scheme.mark, corrections]).toEqual([light.mark, []]);
});

test('grey stays grey, and the colours of success and danger stay as they are', () => {
  const { light: scheme } = paletteOf({ brand: '#555555', accent: '#ff9a62' });
  const [red, green, blue] = [1, 3, 5].map((at) => scheme.banner.slice(at, at + 2));
  expect([red, green]).toEqual([green, blue]);
  expect([scheme.danger, scheme.success]).toEqual([light.danger, light.success]);
});
