import type { CoverPalette } from '@ki/shared/contract/site.ts';
import { type CoverPalettes, coverPalettes } from '../media/cover-art.ts';
import { type ColorName, dark, light, type Scheme } from '../theme.ts';
import { contrast, GRAPHICS_CONTRAST, luminanceOf, TEXT_CONTRAST } from './contrast.ts';
import { recoloured, shiftBetween, withLuminance } from './recolour.ts';

export interface SiteColors {
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
