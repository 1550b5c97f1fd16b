import { diffIndices } from 'node-diff3';
import type { Paragraphs } from './paragraphs.ts';

export interface Versions<Value> {
  /** The value that both began with. */
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

export type Side = 'mine' | 'theirs';
export const SIDES = ['mine', 'theirs'] as const;

/** A change of paragraphs `from` to before `to` of the base. */
interface Hunk {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Hunks that touch each other, or a single one. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly hunks: readonly Hunk[];
}

type Range = readonly [from: number, to: number];
export type Ranges = Versions<Range>;

/** A paragraph of the merged text, with its index in the texts that have it. */
export type Block = { readonly text: string } & Partial<Versions<number>>;
export type Item = Block | { readonly conflict: Ranges };

/** The side that changed a value; undefined when both changed it differently. */
export function onlyChange<Value>({ base, mine, theirs }: Versions<Value>): Value | undefined {
  if (mine === base || mine === theirs) return theirs;
  return theirs === base ? mine : undefined;
}

/** Steps of the comparison, which takes long for thousands of paragraphs that are alike: they are one change then. */
const MOST_STEPS = 500_000_000;

function stepsOf(base: readonly string[], side: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const block of side) counts.set(block, (counts.get(block) ?? 0) + 1);
  return base.reduce((sum, block) => sum + (counts.get(block) ?? 0), 0) * Math.min(base.length, side.length);
}

function alikeFrom(base: readonly string[], side: readonly string[]): number {
  const first = base.findIndex((block, index) => block !== side[index]);
  return first === -1 ? base.length : first;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function isEdited(before: string, after: string): boolean {
  const [old, current] = [wordsOf(before), wordsOf(after)];
  const kept = [...old].filter((word) => current.has(word)).length;
  return kept > 0 && kept * 2 >= Math.max(old.size, current.size);
}

/** Each paragraph is in the place of one that has half of its words: they are changes apart from each other. */
const areEdited = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((block, index) => isEdited(block, after[index] ?? ''));

function hunksOf(side: Side, texts: Versions<Paragraphs>): Hunk[] {
  const [base, changed] = [texts.base.blocks, texts[side].blocks];
  const start = alikeFrom(base, changed);
  const end = alikeFrom(base.slice(start).toReversed(), changed.slice(start).toReversed());
  const [before, after] = [base.slice(start, base.length - end), changed.slice(start, changed.length - end)];
  if (before.length + after.length === 0) return [];
  if (stepsOf(before, after) > MOST_STEPS)
    return [{ side, from: start, to: start + before.length, count: after.length }];
  return diffIndices(before, after).flatMap(({ buffer1: [from, length], buffer1Content, buffer2Content }) => {
    const hunk = { side, from: start + from, to: start + from + length, count: buffer2Content.length };
    if (!areEdited(buffer1Content, buffer2Content)) return hunk;
    return buffer1Content.map((_, index) => ({ side, from: hunk.from + index, to: hunk.from + index + 1, count: 1 }));
  });
}

const keepsPlaces = ({ from, to, count }: Hunk) => count === to - from;

/** The index that a paragraph of the base has in a text; undefined when it is not known. */
function placesIn(count: number, hunks: readonly Hunk[]): readonly (number | undefined)[] {
  let shift = 0;
  const places: (number | undefined)[] = Array.from({ length: count }, (_, index) => index);
  const ends = [...hunks.slice(1).map(({ from }) => from), count];
  for (const [index, hunk] of hunks.entries()) {
    if (!keepsPlaces(hunk)) places.fill(undefined, hunk.from, hunk.to);
    else for (let at = hunk.from; at < hunk.to; at += 1) places[at] = at + shift;
    shift += hunk.count - (hunk.to - hunk.from);
    for (let at = hunk.to; at < (ends[index] ?? count); at += 1) places[at] = at + shift;
  }
  return places;
}

/** The separator between paragraphs `index` and `index + 1` of the base, where a text still has both in a row. */
function gapIn({ gaps }: Paragraphs, places: readonly (number | undefined)[], index: number): string | undefined {
  const [place, next] = [places[index], places[index + 1]];
  return place !== undefined && next === place + 1 ? gaps[place] : undefined;
}

/** Changes of separators that the other side's changes touch, as changes of the paragraphs around. */
function touchedGaps(texts: Versions<Paragraphs>, hunks: readonly Hunk[]): Hunk[] {
  const { gaps, blocks } = texts.base;
  const of = (side: Side) => hunks.filter((hunk) => hunk.side === side);
  const places = { mine: placesIn(blocks.length, of('mine')), theirs: placesIn(blocks.length, of('theirs')) };
  return gaps.slice(0, -1).flatMap((base, from) => {
    const [mine, theirs] = [gapIn(texts.mine, places.mine, from), gapIn(texts.theirs, places.theirs, from)];
    const to = from + 2;
    const isTouched = (side: Side) =>
      hunks.some((hunk) => hunk.side !== side && !keepsPlaces(hunk) && hunk.from < to && hunk.to > from);
    const differ = mine !== undefined && theirs !== undefined && onlyChange({ base, mine, theirs }) === undefined;
    return SIDES.filter((side) => {
      const gap = { mine, theirs }[side];
      return gap !== undefined && gap !== base && (differ || isTouched(side));
    }).map((side) => ({ side, from, to, count: 2 }));
  });
}

/** Deletions, and a paragraph in the place of one: they leave no doubt where a paragraph beside them belongs. */
const isPlain = ({ from, to, count }: Hunk) => count === 0 || (count === 1 && to - from === 1);

function touches(region: Region, hunk: Hunk): boolean {
  if (hunk.from !== region.to) return hunk.from < region.to;
  return !isPlain(hunk) && region.hunks.some((one) => one.side !== hunk.side && one.to === hunk.from && !isPlain(one));
}

function regionsOf(hunks: readonly Hunk[]): readonly Region[] {
  const regions: Region[] = [];
  for (const hunk of hunks.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    const last = regions.at(-1);
    if (last && touches(last, hunk))
      regions[regions.length - 1] = {
        from: last.from,
        to: Math.max(last.to, hunk.to),
        hunks: [...last.hunks, hunk],
      };
    else regions.push({ from: hunk.from, to: hunk.to, hunks: [hunk] });
  }
  return regions;
}

/** The paragraphs of a range, with the separators between them. */
export const textIn = ({ blocks, gaps }: Paragraphs, [from, to]: Range): string =>
  blocks
    .slice(from, to)
    .map((block, index) => (from + index + 1 < to ? block + gaps[from + index] : block))
    .join('');

export const indexes = ([from, to]: Range) => Array.from({ length: to - from }, (_, index) => from + index);

function rangesOf({ from, to, hunks }: Region, start: Versions<number>): Ranges {
  const lengthIn = (side: Side) =>
    hunks
      .filter((hunk) => hunk.side === side)
      .reduce((length, hunk) => length + hunk.count - (hunk.to - hunk.from), to - from);
  return {
    base: [from, to],
    mine: [start.mine, start.mine + lengthIn('mine')],
    theirs: [start.theirs, start.theirs + lengthIn('theirs')],
  };
}

const lengthOf = ([from, to]: Range) => to - from;

/** Paragraphs of one side; with their index in the other text, too, when it has as many there. */
function blocksFrom(side: Side, texts: Versions<Paragraphs>, ranges: Ranges): Block[] {
  const pairs = (['base', 'mine', 'theirs'] as const).filter((one) => lengthOf(ranges[one]) === lengthOf(ranges[side]));
  return indexes(ranges[side]).map((at, index) => ({
    text: texts[side].blocks[at] ?? '',
    ...Object.fromEntries(pairs.map((one) => [one, ranges[one][0] + index])),
  }));
}

function itemsOfRegion(texts: Versions<Paragraphs>, { hunks }: Region, ranges: Ranges): Item[] {
  const [only, ...others] = new Set(hunks.map(({ side }) => side));
  if (only && others.length === 0) return blocksFrom(only, texts, ranges);
  const isAlike =
    lengthOf(ranges.mine) === lengthOf(ranges.theirs) &&
    textIn(texts.mine, ranges.mine) === textIn(texts.theirs, ranges.theirs);
  return isAlike ? blocksFrom('theirs', texts, ranges) : [{ conflict: ranges }];
}

export function itemsOf(texts: Versions<Paragraphs>): readonly Item[] {
  const changes = SIDES.flatMap((side) => hunksOf(side, texts));
  const items: Item[] = [];
  let at = { base: 0, mine: 0, theirs: 0 };
  const keep = (to: number) => {
    const length = to - at.base;
    const ends = { base: to, mine: at.mine + length, theirs: at.theirs + length };
    const ranges: Ranges = {
      base: [at.base, ends.base],
      mine: [at.mine, ends.mine],
      theirs: [at.theirs, ends.theirs],
    };
    items.push(...blocksFrom('theirs', texts, ranges));
    at = ends;
  };
  for (const region of regionsOf([...changes, ...touchedGaps(texts, changes)])) {
    keep(region.from);
    const ranges = rangesOf(region, at);
    items.push(...itemsOfRegion(texts, region, ranges));
    at = { base: ranges.base[1], mine: ranges.mine[1], theirs: ranges.theirs[1] };
  }
  keep(texts.base.blocks.length);
  return items;
}
