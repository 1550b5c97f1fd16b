import {
  type Block,
  indexes,
  itemsOf,
  onlyChange,
  type Ranges,
  SIDES,
  type Side,
  textIn,
  type Versions,
} from './merge-regions.ts';
import { type LineEnd, lineEndOf, type Paragraphs, paragraphsOf } from './paragraphs.ts';

export type Choice = 'mine' | 'theirs' | 'both';

export interface TextMerge {
  /** Passages that both changed, in the order of the text. */
  readonly conflicts: readonly Versions<string>[];
  /** The merged text with a choice for each conflict. */
  text(choices: readonly Choice[]): string;
}

const longer = (one: string, other: string) => (other.length > one.length ? other : one);

/** Blank lines at the beginning and at the end of a text are no paragraph: the longer ones stay. */
const edgeOf = (edges: Versions<string>) => onlyChange(edges) ?? longer(edges.mine, edges.theirs);

const inRow = (one: number | undefined, next: number | undefined): one is number =>
  one !== undefined && next === one + 1;

/** The separator that the texts have between two paragraphs; one that a side has beside them, where no text has both. */
function gapBetween(texts: Versions<Paragraphs>, lineEnd: string, one: Block, next: Block): string {
  const [base, mine, theirs] = (['base', 'mine', 'theirs'] as const).map((version) =>
    inRow(one[version], next[version]) ? texts[version].gaps[one[version]] : undefined,
  );
  if (mine !== undefined && theirs !== undefined) return onlyChange({ base, mine, theirs }) ?? longer(mine, theirs);
  const beside = SIDES.flatMap((side) => {
    const { gaps } = texts[side];
    const [after, before] = [one[side] ?? gaps.length, (next[side] ?? 0) - 1];
    return [gaps.slice(after, -1)[0], gaps[before]];
  });
  return mine ?? theirs ?? beside.find((gap) => gap !== undefined) ?? lineEnd + lineEnd;
}

function chosenBlocks(texts: Versions<Paragraphs>, ranges: Ranges, choice: Choice): Block[] {
  const of = (side: Side) => indexes(ranges[side]).map((at) => ({ text: texts[side].blocks[at] ?? '', [side]: at }));
  return choice === 'both' ? SIDES.flatMap(of) : of(choice);
}

/** The line ends of the result, which the browser changes when somebody types; undefined: as they are in each text. */
function lineEndIn({ base, mine, theirs }: Versions<string>): '\n' | '\r\n' | undefined {
  const before = lineEndOf(base);
  const after = (text: string): LineEnd | null => lineEndOf(text) ?? before;
  const merged = onlyChange({ base: before, mine: after(mine), theirs: after(theirs) });
  if (merged === undefined || merged === 'mixed') return undefined;
  return merged ?? '\n';
}

function mapVersions<From, To>(versions: Versions<From>, to: (one: From) => To): Versions<To> {
  return { base: to(versions.base), mine: to(versions.mine), theirs: to(versions.theirs) };
}

function mergeAsWhole(versions: Versions<string>): TextMerge {
  const { mine, theirs } = versions;
  const both = `${mine.trimEnd()}\n\n${theirs}`;
  return { conflicts: [versions], text: ([choice = 'mine']) => ({ mine, theirs, both })[choice] };
}

/**
 * Merges by paragraphs. What one side changed is taken; what both changed in the same place is a conflict. Nothing of
 * either text is lost: each paragraph and each separator is kept, changed or deleted by a side, or part of a conflict.
 */
export function mergeText(versions: Versions<string>): TextMerge {
  const single = onlyChange(versions);
  if (single !== undefined) return { conflicts: [], text: () => single };
  const lineEnd = lineEndIn(versions);
  const plain = lineEnd ? mapVersions(versions, (text) => text.replaceAll('\r\n', '\n')) : versions;
  const texts = mapVersions(plain, paragraphsOf);
  if (texts.mine.endsInFence || texts.theirs.endsInFence) return mergeAsWhole(versions);
  const items = itemsOf(texts);
  const conflicts = items.flatMap((item) => ('conflict' in item ? [item.conflict] : []));
  const text = (choices: readonly Choice[]): string => {
    const left = [...choices];
    const blocks = items.flatMap((item) =>
      'conflict' in item ? chosenBlocks(texts, item.conflict, left.shift() ?? 'both') : [item],
    );
    const parts = blocks.map((block, index) => {
      const next = blocks[index + 1];
      return next ? block.text + gapBetween(texts, '\n', block, next) : block.text;
    });
    const end = edgeOf(mapVersions(texts, ({ gaps }) => gaps.at(-1) ?? ''));
    const merged = edgeOf(mapVersions(texts, ({ lead }) => lead)) + parts.join('') + (parts.length > 0 ? end : '');
    return lineEnd === '\r\n' ? merged.replaceAll('\n', '\r\n') : merged;
  };
  return {
    conflicts: conflicts.map((ranges) => ({
      base: textIn(texts.base, ranges.base),
      mine: textIn(texts.mine, ranges.mine),
      theirs: textIn(texts.theirs, ranges.theirs),
    })),
    text,
  };
}
