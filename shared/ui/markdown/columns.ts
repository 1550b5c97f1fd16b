import { type HastChild, type HastElement, type HastParent, isElement, textOf } from './hast.ts';

/** In CSS pixels, as the attribute of a `col` has them. */
const CHARACTER = 9;
const PADDING = 32;
const USUAL = 112;
/** In characters: what is longer is broken. */
const LONGEST_WORD = 20;
const LONGEST_LINE = 72;

const childrenNamed = (parent: HastParent, ...names: string[]) =>
  parent.children.filter((child): child is HastElement => isElement(child) && names.includes(child.tagName));

function* tablesIn(parent: HastParent): Generator<HastElement> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (child.tagName === 'table') yield child;
    else yield* tablesIn(child);
  }
}

/** What a column is measured by: its texts, and for a picture as much as for the longest word. */
const measureOf = (cell: HastChild): string => (hasPicture(cell) ? 'm'.repeat(LONGEST_WORD) : textOf(cell));

const hasPicture = (node: HastChild): boolean =>
  isElement(node) && (node.tagName === 'img' || node.children.some(hasPicture));

const longest = (texts: readonly string[], most: number) =>
  Math.min(most, Math.max(1, ...texts.map((text) => text.length)));

/** What each column takes at least: its share by the length of its texts, and room for its longest word. */
function widthsOf(table: HastElement): readonly number[] {
  const rows = childrenNamed(table, 'thead', 'tbody').flatMap((part) => childrenNamed(part, 'tr'));
  const cells = rows.map((row) => childrenNamed(row, 'th', 'td').map(measureOf));
  const columns = (cells[0] ?? []).map((_, column) => cells.map((row) => row[column] ?? ''));
  const lines = columns.map((texts) => longest(texts, LONGEST_LINE));
  const all = lines.reduce((sum, line) => sum + line, 0);
  return columns.map((texts, column) => {
    const words = texts.flatMap((text) => text.split(/\s+/));
    const share = Math.round(((lines[column] ?? 0) / all) * USUAL * columns.length);
    return Math.max(longest(words, LONGEST_WORD) * CHARACTER + PADDING, share);
  });
}

/** Tables say how wide their columns are before the first row, so that nothing moves while the rows arrive. */
export function rehypeColumns() {
  return (tree: HastParent) => {
    for (const table of tablesIn(tree)) {
      const children = widthsOf(table).map(
        (width): HastElement => ({ type: 'element', tagName: 'col', properties: { width }, children: [] }),
      );
      table.children.unshift({ type: 'element', tagName: 'colgroup', properties: {}, children });
    }
  };
}
