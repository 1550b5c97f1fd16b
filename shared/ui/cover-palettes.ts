/** What a shape of a cover is painted with. */
export interface CoverPalette {
  readonly ground: string;
  readonly near: string;
  readonly far: string;
  readonly line: string;
  readonly spark: string;
}

interface PalettePair {
  readonly light: CoverPalette;
  readonly dark: CoverPalette;
}

const always = (palette: CoverPalette): PalettePair => ({ light: palette, dark: palette });

/** Blue is in every palette, so that covers stay one family. `banner` is for banners only, never drawn by lot. */
export const coverPalettes = {
  ultramarine: always({ ground: '#2347c5', near: '#5b80f5', far: '#18348f', line: '#dce5ff', spark: '#ff9a62' }),
  sky: {
    light: { ground: '#d9e4ff', near: '#9bb5fb', far: '#bccefe', line: '#1c378f', spark: '#f07236' },
    dark: { ground: '#1d2c66', near: '#4561c9', far: '#293e8a', line: '#d3deff', spark: '#ff9a62' },
  },
  apricot: {
    light: { ground: '#ffdcc7', near: '#ff9f6b', far: '#ffc3a1', line: '#1c378f', spark: '#2347c5' },
    dark: { ground: '#4b2a1d', near: '#c76a3c', far: '#6f3f28', line: '#ffe3d3', spark: '#a6baff' },
  },
  mint: {
    light: { ground: '#d2f0e5', near: '#82d2b6', far: '#abe1ce', line: '#17356f', spark: '#2347c5' },
    dark: { ground: '#133b36', near: '#2c8a72', far: '#1c5a4f', line: '#d4f5ea', spark: '#a6baff' },
  },
  night: always({ ground: '#12183a', near: '#33439a', far: '#1e2966', line: '#aebfff', spark: '#ffd27a' }),
  lilac: {
    light: { ground: '#e7e0fb', near: '#b9a7f0', far: '#d1c5f7', line: '#2f2a86', spark: '#f07236' },
    dark: { ground: '#2f2659', near: '#6a55bd', far: '#443683', line: '#e6defa', spark: '#ff9a62' },
  },
  banner: {
    light: { ground: '#16307f', near: '#2b4fc4', far: '#1d3c9c', line: '#6f90f4', spark: '#ff9a62' },
    dark: { ground: '#14286b', near: '#2744ab', far: '#1a3387', line: '#5d7de0', spark: '#ff9a62' },
  },
} as const satisfies Record<string, PalettePair>;

export type CoverPaletteName = keyof typeof coverPalettes;
export type CoverRole = keyof CoverPalette;
