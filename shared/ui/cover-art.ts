import { remember } from '../format/remember.ts';
import type { CoverPaletteName, CoverRole } from './cover-palettes.ts';

/** One path of a drawing: filled, or stroked with a width in drawing units. */
export interface CoverShape {
  readonly d: string;
  readonly role: CoverRole;
  readonly strokeWidth?: number;
}

export interface CoverArt {
  readonly palette: CoverPaletteName;
  readonly shapes: readonly CoverShape[];
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
/** The arcs to other words by their stroke: from the first to the last of them. */
const LINES = [
  { strokeWidth: 6, from: 0, to: 1 },
  { strokeWidth: 3.5, from: 1, to: 2 },
  { strokeWidth: 2, from: 2, to: 4 },
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

function layTokens(lengths: readonly number[]): Token[] {
  const letters = lengths.reduce((sum, length) => sum + length, 0);
  const unit = (RIGHT - LEFT - GAP * (lengths.length - 1)) / letters;
  let at = LEFT;
  return lengths.map((length) => {
    const token = { start: at, end: at + length * unit };
    at = token.end + GAP;
    return token;
  });
}

function arc(a: number, b: number): string {
  const reach = Math.abs(b - a) / 2;
  return `M${Math.min(a, b)} ${ARCS_Y}a${reach} ${Math.min(reach, HIGHEST)} 0 0 1 ${2 * reach} 0`;
}

const bars = (tokens: readonly Token[]) =>
  tokens.map(({ start, end }) => `M${Math.round(start + 6)} ${BARS_Y}H${Math.round(end - 6)}`).join('');

const dot = (x: number) => `M${x - 11} ${ARCS_Y}a11 11 0 1 1 22 0a11 11 0 1 1 -22 0Z`;

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
  // Even, so that arcs between them have whole radii: pages say these numbers again and again.
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
    shapes: [
      { d: `${arc(at(pivot), at(farEnd))}Z`, role: 'far' },
      { d: `${arc(at(nearStart), at(nearEnd))}z`, role: 'near' },
      ...LINES.map(({ strokeWidth, from, to }) => ({
        d: targets
          .slice(from, to)
          .map((target) => arc(at(pivot), at(target)))
          .join(''),
        role: 'line' as const,
        strokeWidth,
      })),
      { d: bars(tokens.filter((_, index) => index !== pivot)), role: 'line', strokeWidth: 9 },
      { d: bars(tokens.filter((_, index) => index === pivot)), role: 'spark', strokeWidth: 9 },
      { d: dot(at(pivot)), role: 'spark' },
    ],
  };
}
