import { remember } from '../format/remember.ts';
import type { CoverPaletteName, CoverRole } from './cover-palettes.ts';

/** How a path of a drawing is painted: filled, or stroked with a width in drawing units. */
interface CoverPaint {
  readonly role: CoverRole;
  readonly strokeWidth?: number;
}

/** What the paths of every drawing are painted with, in their order. Strokes have round ends. */
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
  /** One for each of {@link COVER_PAINTS}. */
  readonly paths: readonly string[];
}

interface Token {
  readonly start: number;
  readonly end: number;
}

/** The drawing's size in its own units. */
export const COVER_SIZE = { width: 640, height: 360 } as const;
/** The view box that holds the drawing without its margin. */
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
/** What a bar is shorter than its token, at either end. */
const INSET = 6;
/** The arcs to other words, by their stroke: from the first to the last of them. */
const LINES = [
  [0, 1],
  [1, 2],
  [2, 4],
] as const;
const LOT: readonly CoverPaletteName[] = ['ultramarine', 'sky', 'apricot', 'mint', 'night', 'lilac'];

/** FNV-1a over UTF-16 units: whole numbers only, so that every engine gets the same picture. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32: each call draws a whole number below `limit`. */
function lots(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % limit;
  };
}

/** Lengths of the pieces in which a language model might read a title: words, long ones in parts. */
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

/** Whole numbers, a whole gap apart: pages say them again and again. */
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
  // Radii that are too small grow together until the arc is as wide: half a circle needs no others.
  const radii = width > 2 * HIGHEST ? `${width / 2} ${HIGHEST}` : '1 1';
  return `M${Math.min(a, b)} ${ARCS_Y}a${radii} 0 0 1 ${width} 0`;
}

/** Each from where the one before it ended, as the way between two tokens is always the same. */
const bars = (tokens: readonly Token[]) =>
  tokens
    .map(({ start, end }, index) => {
      const before = tokens[index - 1];
      const move = before ? `m${start - before.end + 2 * INSET} 0` : `M${start + INSET} ${BARS_Y}`;
      return `${move}h${end - start - 2 * INSET}`;
    })
    .join('');

/** The round ends of a line without a length. */
const dot = (x: number) => `M${x} ${ARCS_Y}h0`;

const drawn = remember<CoverArt>();

/**
 * The picture of a title: its words as bars on a line, and arcs from one of them to others, the way attention joins the
 * words of a sentence. It depends on the title alone; spaces around it and case do not count.
 */
export const coverArt = (title: string): CoverArt => drawn(title, () => drawingOf(title));

function drawingOf(title: string): CoverArt {
  const text = title.normalize('NFC').trim().toLowerCase();
  const draw = lots(hash(text));
  const palette = LOT[draw(LOT.length)] ?? 'ultramarine';
  // A little unevenness, so that titles alike in rhythm do not look alike.
  const tokens = layTokens(tokenLengths(text).map((length) => length + draw(4) / 2));
  // Even, so that half the width of an arc is a whole number.
  const points = tokens.map(({ start, end }) => 2 * Math.round((start + end) / 4));
  const at = (index: number) => points[index] ?? LEFT;
  const last = points.length - 1;

  const pivot = draw(points.length);
  const farEnd = pivot <= last / 2 ? last : 0;
  const others = points.map((_, index) => index).filter((index) => index !== pivot);
  const turn = draw(others.length);
  const targets = [...others.slice(turn), ...others.slice(0, turn)];
  // The small disc never repeats the large one: it is at most two steps wide, and there are at least four points.
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
