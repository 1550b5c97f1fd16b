import type { ColorName } from '../../theme.ts';

type Pairs = Partial<Record<ColorName, readonly ColorName[]>>;

/** Texts by their background (4.5:1). */
export const TEXTS: Pairs = {
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
export const GRAPHICS: Pairs = {
  ground: ['edge', 'focus', 'brand'],
  surface: ['edge', 'focus', 'brand', 'danger'],
  sunken: ['edge', 'focus'],
  banner: ['onBanner'],
};

/** Where marks stand. They are decoration, and the default ones, which are brighter in the light scheme, stay as they are. */
export const MARKS: Pairs = { ground: ['mark'], surface: ['mark'], brandSoft: ['mark'] };

export const pairsOf = (table: Pairs): readonly (readonly [name: ColorName, ground: ColorName])[] =>
  Object.entries(table).flatMap(([ground, names]) => names.map((name) => [name, ground as ColorName] as const));
