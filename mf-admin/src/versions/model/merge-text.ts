import { diff3Merge } from 'node-diff3';

const LINES = /[^\n]*\n|[^\n]+/g;
/** Also in quotations and list items. */
const OPENING = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?!.*`)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/** The open fence after a line, '' when there is none. */
function fenceAfter(line: string, fence: string): string {
  if (fence === '') return OPENING.exec(line)?.[1] ?? '';
  return CLOSING.exec(line)?.[1]?.startsWith(fence) ? '' : fence;
}

/** Splits a text into its paragraphs, each with the blank lines after it. A fenced code is one, blank lines included. */
export function paragraphsOf(text: string): string[] {
  const paragraphs = [''];
  let [fence, followsBlank] = ['', false];
  for (const line of text.match(LINES) ?? []) {
    const isBlank = fence === '' && line.trim() === '';
    if (followsBlank && !isBlank) paragraphs.push(line);
    else paragraphs[paragraphs.length - 1] += line;
    fence = fenceAfter(line, fence);
    followsBlank = isBlank;
  }
  return paragraphs;
}

export interface Versions<Value> {
  /** The value that both began with. */
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

export type Choice = 'mine' | 'theirs' | 'both';

interface TextMerge {
  /** Passages that both changed, in the order of the text. */
  readonly conflicts: readonly Versions<string>[];
  /** The merged text with a choice for each conflict. */
  text(choices: readonly Choice[]): string;
}

/** Paragraphs that repeat others in one text: comparing thousands of them takes minutes. */
const MOST_REPEATED = 500;

/** The value of the side that changed it; undefined when both changed it differently. */
function onlyChange<Value>({ base, mine, theirs }: Versions<Value>): Value | undefined {
  if (mine === base || mine === theirs) return theirs;
  return theirs === base ? mine : undefined;
}

export function mapVersions<From, To>({ base, mine, theirs }: Versions<From>, to: (one: From) => To): Versions<To> {
  return { base: to(base), mine: to(mine), theirs: to(theirs) };
}

/** With a blank line after the last paragraph, so that one more after it leaves it as it was. */
const ended = (text: string) => (text.trim() === '' ? '' : `${text.trimEnd()}\n\n`);
const endOf = (text: string) => text.slice(text.trimEnd().length);
const hasRepeats = (paragraphs: readonly string[]) => paragraphs.length - new Set(paragraphs).size > MOST_REPEATED;

/** The merged paragraphs of a passage, where each is changed by one side at most; blank lines are no change. */
function mergedOneByOne({ base, mine, theirs }: Versions<readonly string[]>): string | undefined {
  if (mine.length !== base.length || theirs.length !== base.length) return undefined;
  const merged = base.map((before, index) => {
    const paragraph = { base: before, mine: mine[index] ?? '', theirs: theirs[index] ?? '' };
    return onlyChange(mapVersions(paragraph, (text) => text.trimEnd()));
  });
  return merged.includes(undefined) ? undefined : merged.map((text = '') => ended(text)).join('');
}

/** The passages of a merge: a text where it is merged, versions where it is a conflict. */
function passagesOf(versions: Versions<string>): readonly (string | Versions<string>)[] {
  const { base, mine, theirs } = mapVersions(versions, (text) => paragraphsOf(ended(text)));
  if ([base, mine, theirs].some(hasRepeats)) return [mapVersions(versions, (text) => text.trimEnd())];
  return diff3Merge(mine, base, theirs).map(({ ok = [], conflict }) => {
    if (!conflict) return ok.join('');
    const passage = { base: conflict.o, mine: conflict.a, theirs: conflict.b };
    return mergedOneByOne(passage) ?? mapVersions(passage, (paragraphs) => paragraphs.join('').trimEnd());
  });
}

function chosen({ mine, theirs }: Versions<string>, choice: Choice): string {
  return { mine: ended(mine), theirs: ended(theirs), both: ended(mine) + ended(theirs) }[choice];
}

/**
 * Merges by paragraphs, each with the blank lines after it. What one side changed is taken; changes of both in the same
 * paragraph are a conflict, and so are neighbouring ones unless all versions have as many paragraphs there. Line ends are `\n` as in a text area, unless one side alone
 * changed the text.
 */
export function mergeText(versions: Versions<string>): TextMerge {
  const single = onlyChange(versions);
  if (single !== undefined) return { conflicts: [], text: () => single };
  const plain = mapVersions(versions, (text) => text.replaceAll('\r\n', '\n'));
  const passages = passagesOf(plain);
  const end = onlyChange(mapVersions(plain, endOf)) ?? '\n';
  return {
    conflicts: passages.filter((passage) => typeof passage !== 'string'),
    text: (choices) => {
      const left = [...choices];
      const parts = passages.map((one) => (typeof one === 'string' ? one : chosen(one, left.shift() ?? 'both')));
      const text = parts.join('').trimEnd();
      return text === '' ? '' : text + end;
    },
  };
}
