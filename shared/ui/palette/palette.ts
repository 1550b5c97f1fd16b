import type { CoverPalette } from '@ki/shared/contract/site.ts';
import {
  type Color,
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
  wcagLuminance,
} from 'culori/fn';
import { type CoverPalettes, coverPalettes } from '../media/cover-art.ts';
import { dark, light, type Scheme } from '../schemes.ts';
import type { ColorName } from '../theme.ts';

useMode(modeRgb);
useMode(modeLrgb);

export const TEXT_CONTRAST = 4.5;
export const GRAPHICS_CONTRAST = 3;

/** Relative luminance (WCAG 2). */
const luminanceOf = (color: string | Color): number => wcagLuminance(color);

export const contrast = (one: string, other: string): number => wcagContrast(one, other);

useMode(modeOklch);
const toOklch = converter('oklch');

/** What turns a default colour into the site's: degrees of hue, and the factor of chroma. */
interface Shift {
  readonly hue: number;
  readonly chroma: number;
}

const MOST_CHROMA = 1.25;
/** Hues of the default palette that follow the accent colour: orange and yellow, in degrees. */
const ACCENT_HUES = [20, 100] as const;
const STEPS = 16;

function parts(hex: string): { readonly c: number; readonly h: number } {
  const { c, h = 0 } = toOklch(hex) as Oklch;
  return { c, h };
}

function shiftBetween(from: string, to: string): Shift {
  const [old, next] = [parts(from), parts(to)];
  return { hue: next.h - old.h, chroma: Math.min(MOST_CHROMA, next.c / old.c) };
}

/** The colour of this hue with this luminance (WCAG), with less chroma where sRGB has no such colour. */
function colourWith({ c, h }: ReturnType<typeof parts>, luminance: number): string {
  let [low, high] = [0, 1];
  const at = (l: number) => clampChroma({ mode: 'oklch', l, c, h }, 'oklch');
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (luminanceOf(at(middle)) < luminance) low = middle;
    else high = middle;
  }
  return formatHex(at((low + high) / 2));
}

const withLuminance = (hex: string, luminance: number): string => colourWith(parts(hex), luminance);

/** A colour of the default palette in the site's hue. */
function recoloured(hex: string, shift: Readonly<Record<'brand' | 'accent', Shift>>): string {
  const { c, h } = parts(hex);
  const [first, last] = ACCENT_HUES;
  const { hue, chroma } = h >= first && h <= last ? shift.accent : shift.brand;
  return colourWith({ c: c * chroma, h: (h + hue + 360) % 360 }, luminanceOf(hex));
}

interface SiteColors {
  readonly brand: string;
  readonly accent: string;
}

/** A colour that could not be read, or seen as a mark: `against` is the colour that it misses 4.5:1 or 3:1 with. */
export interface Correction {
  readonly color: keyof SiteColors;
  readonly use: 'text' | 'mark';
  readonly asked: string;
  readonly used: string;
  readonly against: string;
  readonly contrast: number;
}

export interface Palette {
  readonly light: Scheme;
  readonly dark: Scheme;
  /** `null` for the covers of the default colours. */
  readonly covers: CoverPalettes | null;
  readonly corrections: readonly Correction[];
}

export const DEFAULT_COLORS: SiteColors = { brand: light.brand, accent: light.accent };

/** The same for every site: their meaning is in their hue, or they have an alpha channel. */
const KEPT: ReadonlySet<ColorName> = new Set<ColorName>([
  'success',
  'successSoft',
  'warning',
  'warningSoft',
  'danger',
  'dangerSoft',
  'dangerFill',
  'onDangerFill',
  'codeKeyword',
  'codeString',
  'codeNumber',
  'codeName',
  'codeAdded',
  'codeRemoved',
  'shadow',
  'backdrop',
]);

/** A little above the limit, as eight bits for each channel round a colour. */
const ROUNDING = 0.04;
const LEAST = { text: TEXT_CONTRAST, mark: GRAPHICS_CONTRAST } as const;

const lighterThan = (ground: string, least: number) => (least + ROUNDING) * (luminanceOf(ground) + 0.05) - 0.05;
const darkerThan = (ground: string, least: number) => (luminanceOf(ground) + 0.05) / (least + ROUNDING) - 0.05;

interface Asked extends Pick<Correction, 'color' | 'use' | 'asked' | 'against'> {
  readonly move: (ground: string, least: number) => number;
}

function corrected({ move, ...asked }: Asked): { readonly used: string; readonly corrections: readonly Correction[] } {
  const ratio = contrast(asked.asked, asked.against);
  const least = LEAST[asked.use];
  if (ratio >= least) return { used: asked.asked, corrections: [] };
  const used = withLuminance(asked.asked, move(asked.against, least));
  return { used, corrections: [{ ...asked, used, contrast: ratio }] };
}

/** Darker than the brand, or lighter where that would be the same black. */
function hoverOf(brand: string, usual: string): string {
  const luminance = luminanceOf(brand);
  return withLuminance(brand, luminance > 2 * luminanceOf(usual) ? luminanceOf(usual) : luminance + 0.05);
}

/**
 * The colours of both schemes. Each token of the default palette gets the site's hue and keeps its luminance, and with it
 * its contrast to every other token.
 */
export function paletteOf(asked: SiteColors): Palette {
  if (asked.brand === DEFAULT_COLORS.brand && asked.accent === DEFAULT_COLORS.accent) {
    return { light, dark, covers: null, corrections: [] };
  }
  const shift = {
    brand: shiftBetween(DEFAULT_COLORS.brand, asked.brand),
    accent: shiftBetween(DEFAULT_COLORS.accent, asked.accent),
  };
  const own = (hex: string) => recoloured(hex, shift);
  const schemeOf = (from: Scheme): Scheme => {
    const shifted = Object.entries(from).filter(([name]) => !KEPT.has(name as ColorName));
    return { ...from, ...Object.fromEntries(shifted.map(([name, hex]) => [name, own(hex)])) };
  };

  const [ownLight, ownDark] = [schemeOf(light), schemeOf(dark)];
  const brand = corrected({
    color: 'brand',
    use: 'text',
    asked: asked.brand,
    against: light.onBrand,
    move: darkerThan,
  });
  const onAccent = { color: 'accent', asked: asked.accent } as const;
  // The banner of the light scheme is the lighter one.
  const accent = corrected({ ...onAccent, use: 'text', against: ownLight.banner, move: lighterThan });
  // The darkest of the light grounds; on the dark ones each accent that can be read on the banner can be seen. The
  // default accent, which nobody chose, stays as bright as on a site with default colours.
  const isChosen = asked.accent !== DEFAULT_COLORS.accent;
  const mark = !isChosen
    ? accent
    : corrected({ ...onAccent, use: 'mark', against: ownLight.brandSoft, move: darkerThan });
  return {
    light: {
      ...ownLight,
      brand: brand.used,
      brandHover: hoverOf(brand.used, light.brandHover),
      onBrand: light.onBrand,
      accent: accent.used,
      mark: mark.used,
    },
    dark: { ...ownDark, accent: accent.used, mark: accent.used },
    covers: coversOf(own),
    corrections: [...brand.corrections, ...accent.corrections, ...(isChosen ? mark.corrections : [])],
  };
}

function coversOf(own: (hex: string) => string): CoverPalettes {
  const palette = ({ ground, near, far, line, spark }: CoverPalette): CoverPalette => ({
    ground: own(ground),
    near: own(near),
    far: own(far),
    line: own(line),
    spark: own(spark),
  });
  const pairs = Object.entries(coverPalettes).map(([name, pair]) => [
    name,
    { light: palette(pair.light), dark: palette(pair.dark) },
  ]);
  return Object.fromEntries(pairs) as CoverPalettes;
}
