import { type CoverPalette, type CoverPalettePair, site } from '@ki/shared/contract/site.ts';
import { remember } from '../../format/remember.ts';

const always = (palette: CoverPalette): CoverPalettePair => ({ light: palette, dark: palette });

/** Every palette contains blue. Only banners use `banner`. */
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
} as const satisfies Record<string, CoverPalettePair>;

export type CoverPaletteName = keyof typeof coverPalettes;
export type CoverPalettes = Readonly<Record<CoverPaletteName, CoverPalettePair>>;
export type CoverRole = keyof CoverPalette;

/** The palette in the site's colours. */
export const coverPalette = (name: CoverPaletteName): CoverPalettePair => site().covers?.[name] ?? coverPalettes[name];

interface CoverPaint {
  readonly role: CoverRole;
  readonly strokeWidth?: number;
}

export const COVER_PAINTS: readonly CoverPaint[] = [
  { role: 'far' },
  { role: 'near' },
  { role: 'line', strokeWidth: 6 },
  { role: 'line', strokeWidth: 3.5 },
  { role: 'line', strokeWidth: 2 },
  { role: 'line', strokeWidth: 9 },
  { role: 'spark', strokeWidth: 9 },
  { role: 'spark', strokeWidth: 22 },
];

export interface CoverArt {
  readonly palette: CoverPaletteName;
  readonly paths: readonly string[];
}

interface Token {
  readonly start: number;
  readonly end: number;
}

export const COVER_SIZE = { width: 640, height: 360 } as const;
/** The view box without the margin. */
export const COVER_FRAME = '56 24 528 266';

const LEFT = 56;
const RIGHT = 584;
const BARS_Y = 280;
const ARCS_Y = 258;
const HIGHEST = 226;
const GAP = 26;
const MOST_TOKENS = 9;
const FEWEST_TOKENS = 4;
const TOKEN_LETTERS = 7;
/** A bar is this much shorter than its token at either end. */
const INSET = 6;
const LINES = [
  [0, 1],
  [1, 2],
  [2, 4],
] as const;
const LOT: readonly CoverPaletteName[] = ['ultramarine', 'sky', 'apricot', 'mint', 'night', 'lilac'];

/** FNV-1a over UTF-16 units, the same in every engine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32: each call returns a whole number below `limit`. */
function lots(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % limit;
  };
}

function tokenLengths(text: string): number[] {
  const pieces = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((word) => {
      const parts = Math.ceil(word.length / TOKEN_LETTERS);
      return Array.from({ length: parts }, () => Math.max(2, Math.round(word.length / parts)));
    });
  while (pieces.length < FEWEST_TOKENS) pieces.push(3 + (pieces.length % 3));
  return pieces.slice(0, MOST_TOKENS);
}

function layTokens(lengths: readonly number[]): Token[] {
  const letters = lengths.reduce((sum, length) => sum + length, 0);
  const unit = (RIGHT - LEFT - GAP * (lengths.length - 1)) / letters;
  let at = LEFT;
  return lengths.map((length) => {
    const start = Math.round(at);
    at += length * unit + GAP;
    return { start, end: Math.round(at) - GAP };
  });
}

function arc(a: number, b: number): string {
  const width = Math.abs(b - a);
  // SVG scales up radii that are too small: half a circle needs no others.
  const radii = width > 2 * HIGHEST ? `${width / 2} ${HIGHEST}` : '1 1';
  return `M${Math.min(a, b)} ${ARCS_Y}a${radii} 0 0 1 ${width} 0`;
}

const bars = (tokens: readonly Token[]) =>
  tokens
    .map(({ start, end }, index) => {
      const before = tokens[index - 1];
      const move = before ? `m${start - before.end + 2 * INSET} 0` : `M${start + INSET} ${BARS_Y}`;
      return `${move}h${end - start - 2 * INSET}`;
    })
    .join('');

const dot = (x: number) => `M${x} ${ARCS_Y}h0`;

const drawn = remember<CoverArt>();

/**
 * The picture of a title: its words as bars on a line, joined by arcs like attention. It depends on the title alone,
 * without case and outer blanks.
 */
export const coverArt = (title: string): CoverArt => drawn(title, () => drawingOf(title));

function drawingOf(title: string): CoverArt {
  const text = title.normalize('NFC').trim().toLowerCase();
  const draw = lots(hash(text));
  const palette = LOT[draw(LOT.length)] ?? 'ultramarine';
  const tokens = layTokens(tokenLengths(text).map((length) => length + draw(4) / 2));
  // Even numbers keep half the width of an arc whole.
  const points = tokens.map(({ start, end }) => 2 * Math.round((start + end) / 4));
  const at = (index: number) => points[index] ?? LEFT;
  const last = points.length - 1;

  const pivot = draw(points.length);
  const farEnd = pivot <= last / 2 ? last : 0;
  const others = points.map((_, index) => index).filter((index) => index !== pivot);
  const turn = draw(others.length);
  const targets = [...others.slice(turn), ...others.slice(0, turn)];
  // The small arc spans at most two steps, so that it differs from the large one.
  const nearStart = draw(last - 1);
  const nearEnd = nearStart + 1 + draw(2);

  return {
    palette,
    paths: [
      `${arc(at(pivot), at(farEnd))}Z`,
      `${arc(at(nearStart), at(nearEnd))}z`,
      ...LINES.map(([from, to]) =>
        targets
          .slice(from, to)
          .map((target) => arc(at(pivot), at(target)))
          .join(''),
      ),
      bars(tokens.filter((_, index) => index !== pivot)),
      bars(tokens.filter((_, index) => index === pivot)),
      dot(at(pivot)),
    ],
  };
}
