import { diffWordsWithSpace } from 'diff';

export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond so many changes word by word takes long, and shows nothing that the two texts do not. */
const MOST_CHANGES = 1500;
const KEPT_AROUND = 120;

/** Of a long stretch without changes only what stands next to them. */
function shortened(text: string, first: boolean, last: boolean): string {
  if (text.length <= 3 * KEPT_AROUND) return text;
  const head = first ? '' : text.slice(0, KEPT_AROUND).replace(/\S*$/, '');
  const tail = last ? '' : text.slice(-KEPT_AROUND).replace(/^\S*/, '');
  return `${head}[…]${tail}`;
}

/** What became of a text, word by word. */
export function textDifference(before: string, after: string): readonly TextPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES });
  if (!changes) return replaced(before, after);
  return changes.map(({ value, added, removed }, index) => {
    if (added || removed) return { kind: added ? 'added' : 'removed', text: value };
    return { kind: 'same', text: shortened(value, index === 0, index === changes.length - 1) };
  });
}

/** One value in place of another. */
export function replaced(before: string, after: string): readonly TextPart[] {
  const parts = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ] as const;
  return parts.filter(({ text }) => text !== '');
}
