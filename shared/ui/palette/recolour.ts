import { clampChroma, converter, formatHex, modeOklch, type Oklch, useMode } from 'culori/fn';
import { luminanceOf } from './contrast.ts';

useMode(modeOklch);
const toOklch = converter('oklch');

/** What turns a default colour into the site's: degrees of hue, and the factor of chroma. */
export interface Shift {
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

export function shiftBetween(from: string, to: string): Shift {
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

export const withLuminance = (hex: string, luminance: number): string => colourWith(parts(hex), luminance);

/** A colour of the default palette in the site's hue. */
export function recoloured(hex: string, shift: Readonly<Record<'brand' | 'accent', Shift>>): string {
  const { c, h } = parts(hex);
  const [first, last] = ACCENT_HUES;
  const { hue, chroma } = h >= first && h <= last ? shift.accent : shift.brand;
  return colourWith({ c: c * chroma, h: (h + hue + 360) % 360 }, luminanceOf(hex));
}
