import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import { toSlug } from '../../format/slug.ts';

export type HastElement = NonNullable<ExtraProps['node']>;
export type HastChild = HastElement['children'][number];

export interface HastParent {
  children: HastChild[];
}

export const isElement = (node: { type: string }): node is HastElement => node.type === 'element';

export function textOf(node: HastChild): string {
  if (node.type === 'text') return node.value;
  return isElement(node) ? node.children.map(textOf).join('') : '';
}

const isOf = (addresses: ReadonlySet<string>, href: string): boolean =>
  href.startsWith('#') || (URL.canParse(href) && addresses.has(new URL(href).href));

/** Texts of models: a picture would be requested at once, and its address can carry what the model was given to read. */
export function rehypeOnlyLinks(addresses: readonly string[]) {
  const allowed = new Set(addresses.flatMap((address) => URL.parse(address)?.href ?? []));
  const strip = (child: HastChild): HastChild[] => {
    if (!isElement(child)) return [child];
    if (child.tagName === 'img') return [{ type: 'text', value: String(child.properties.alt ?? '') }];
    child.children = child.children.flatMap(strip);
    const isForeign = child.tagName === 'a' && !isOf(allowed, String(child.properties.href ?? ''));
    return isForeign ? child.children : [child];
  };
  return (tree: HastParent) => {
    tree.children = tree.children.flatMap(strip);
  };
}

export const HEADING = /^h[1-6]$/;
const TABLE = /^table$/;

export const DEFAULT_ID_PREFIX = 'abschnitt-';

export interface HeadingOptions {
  readonly firstLevel: number;
  readonly idPrefix: string;
  readonly linked: boolean;
}

const holds = (node: HastChild, tagName: string): boolean =>
  isElement(node) && (node.tagName === tagName || node.children.some((child) => holds(child, tagName)));

function linkToItself(heading: HastElement) {
  if (heading.children.some((child) => holds(child, 'a'))) return;
  const properties = { href: `#${heading.properties.id}`, dataSectionLink: '' };
  heading.children = [{ type: 'element', tagName: 'a', properties, children: heading.children }];
}

/** The outermost elements whose names match. */
export function* elementsIn(parent: HastParent, names: RegExp): Generator<HastElement> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (names.test(child.tagName)) yield child;
    else yield* elementsIn(child, names);
  }
}

/** The level of a heading: one below its parent, so that no level is skipped. */
function levelIn(outer: number[], written: number, firstLevel: number): number {
  while (Number(outer.at(-1)) >= written) outer.pop();
  outer.push(written);
  return Math.min(firstLevel + outer.length - 1, 6);
}

/** Sets the levels and the ids of headings; a repeated text gets a number. */
export function rehypeHeadings({ firstLevel, idPrefix, linked }: HeadingOptions) {
  return (tree: HastParent) => {
    const seen = new Map<string, number>();
    const outer: number[] = [];
    for (const heading of elementsIn(tree, HEADING)) {
      // The page's title is the only first-level heading.
      heading.tagName = `h${levelIn(outer, Math.max(2, Number(heading.tagName[1])), firstLevel)}`;
      if (heading.properties.id) continue;
      const slug = toSlug(textOf(heading)) || 'abschnitt';
      const count = (seen.get(slug) ?? 0) + 1;
      seen.set(slug, count);
      heading.properties.id = `${idPrefix}${slug}${count > 1 ? `-${count}` : ''}`;
      if (linked) linkToItself(heading);
    }
  };
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly level: number;
}

/** The parser adds a heading above footnotes, which is left out. */
export const collectSections = (idPrefix: string, sections: Section[]) => () => (tree: HastParent) => {
  for (const heading of elementsIn(tree, HEADING)) {
    const id = String(heading.properties.id);
    if (!id.startsWith(idPrefix) || heading.properties.className) continue;
    sections.push({ id, title: textOf(heading), level: Number(heading.tagName[1]) });
  }
};

const slot = (): HastElement => ({ type: 'element', tagName: 'div', properties: { dataSlot: true }, children: [] });

function slotPosition(tree: HastParent): number {
  const section = tree.children.findIndex((child) => isElement(child) && child.tagName === 'h2');
  if (section >= 0) return section;
  const footnotes = tree.children.findIndex((child) => isElement(child) && child.properties.dataFootnotes === true);
  return footnotes >= 0 ? footnotes : tree.children.length;
}

/** Inserts a marker before the first second-level heading, else before the footnotes or at the end. */
export function rehypeSlot() {
  return (tree: HastParent) => {
    tree.children.splice(slotPosition(tree), 0, slot());
  };
}

/** Markdown never becomes a `div`. */
const isSlot = (node: ReactNode) =>
  isValidElement<Record<string, unknown>>(node) && node.type === 'div' && node.props['data-slot'] === true;

export function splitAtSlot({ props }: ReactElement): readonly ReactNode[][] {
  const nodes = Children.toArray((props as { readonly children?: ReactNode }).children);
  const position = nodes.findIndex(isSlot);
  return [nodes.slice(0, position), nodes.slice(position + 1)];
}

const CHARACTER = 9;
const PADDING = 32;
const USUAL = 112;
const LONGEST_WORD = 20;
const LONGEST_LINE = 72;

const childrenNamed = (parent: HastParent, ...names: string[]) =>
  parent.children.filter((child): child is HastElement => isElement(child) && names.includes(child.tagName));

/** A picture counts as the longest word. */
const measureOf = (cell: HastChild): string => (holds(cell, 'img') ? 'm'.repeat(LONGEST_WORD) : textOf(cell));

const longest = (texts: readonly string[], most: number) =>
  Math.min(most, Math.max(1, ...texts.map((text) => text.length)));

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

/** Sets column widths before the first row, so that a streamed table does not move. */
export function rehypeColumns() {
  return (tree: HastParent) => {
    for (const table of elementsIn(tree, TABLE)) {
      const children = widthsOf(table).map(
        (width): HastElement => ({ type: 'element', tagName: 'col', properties: { width }, children: [] }),
      );
      table.children.unshift({ type: 'element', tagName: 'colgroup', properties: {}, children });
    }
  };
}
