import type { fromHtml } from 'hast-util-from-html';

export type Root = ReturnType<typeof fromHtml>;
export type Child = Root['children'][number];
export type Element = Extract<Child, { type: 'element' }>;
type Inner = Element['children'][number];

export const NOTHING: readonly Child[] = [];

export const isElement = (node: Child | Inner): node is Element => node.type === 'element';

export const element = (tagName: string, properties: Element['properties'], ...children: Inner[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

export const text = (value: string): Inner => ({ type: 'text', value });

export function textOf(node: Child | Inner): string {
  if (node.type === 'text') return node.value;
  return isElement(node) ? node.children.map(textOf).join('') : '';
}

/** A property as text, such as an address without the blanks around it. */
export const property = ({ properties }: Element, name: string): string => String(properties[name] ?? '').trim();

export const hasClass = ({ properties: { className } }: Element, name: string): boolean =>
  Array.isArray(className) && className.includes(name);

export function* within(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* within(child);
  }
}

export function find(node: Root | Element, holds: (inner: Element) => boolean): Element | undefined {
  for (const inner of within(node)) if (holds(inner)) return inner;
  return undefined;
}

/** Losses and replacements in a text of another program, each with one and with many. */
const WORDS = {
  script: ['script is left out', 'scripts are left out'],
  style: ['style sheet is left out', 'style sheets are left out'],
  template: ['template is left out', 'templates are left out'],
  control: ['button or field is left out', 'buttons and fields are left out'],
  drawing: ['drawing (SVG) is left out', 'drawings (SVG) are left out'],
  object: ['embedded object without an address is left out', 'embedded objects without an address are left out'],
  picture: ['picture without an address is left out', 'pictures without an address are left out'],
  unread: ['picture cannot be read, its place is marked', 'pictures cannot be read, their places are marked'],
  comment: ['comment is left out', 'comments are left out'],
  icon: ['icon of a card is left out', 'icons of cards are left out'],
  imageMap: ['area of a picture is no link any more', 'areas of pictures are no links any more'],
  frame: ['embedded frame is a link now', 'embedded frames are links now'],
  media: ['sound or video is a link now', 'sounds and videos are links now'],
  embedded: ['embedded object is a link now', 'embedded objects are links now'],
  formula: ['formula is plain text now', 'formulas are plain text now'],
  raised: ['raised or lowered text is plain now', 'raised or lowered texts are plain now'],
  abbreviation: ['explanation of an abbreviation is left out', 'explanations of abbreviations are left out'],
  fold: ['folded text is open now', 'folded texts are open now'],
  cell: ['cell of a table has its lines in one', 'cells of tables have their lines in one'],
  merged: ['merged cell of a table is a single one now', 'merged cells of tables are single ones now'],
  innerTable: ['table in a table is plain text now', 'tables in tables are plain text now'],
  anchor: ['link to a place in the text has no such place here', 'links to places in the text have no such place here'],
  footnote: ['footnote has no note in this file', 'footnotes have no notes in this file'],
  codeLink: ['link or picture in a code block is left out', 'links and pictures in code blocks are left out'],
  address: ['link without a usable address is plain text now', 'links without a usable address are plain text now'],
} as const;

export type Change = keyof typeof WORDS;

export class Changes {
  readonly #counts = new Map<Change, number>();

  add(change: Change): void {
    this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1);
  }

  notes(): string[] {
    return [...this.#counts].map(([change, count]) => `${count} ${WORDS[change][count === 1 ? 0 : 1]}.`);
  }
}

export interface Context {
  readonly changes: Changes;
  /** Addresses of pictures that the text has so far. */
  readonly pictures: Set<string>;
  readonly rewrite: (address: string) => string | undefined;
}

/** Replaces an element; undefined leaves it as it is, with its children prepared. */
export type Rule = (node: Element, context: Context) => readonly Child[] | undefined;
