import { toSlug } from '../../format/slug.ts';
import { type HastChild, type HastElement, type HastParent, isElement, textOf } from './hast.ts';

const HEADING = /^h[1-6]$/;

export const DEFAULT_ID_PREFIX = 'abschnitt-';

export interface HeadingOptions {
  /** Level of the highest headings in the content: 2 below a page's title. */
  readonly firstLevel: number;
  /** Before every id, so that no heading can take the name of another part of the page. */
  readonly idPrefix: string;
  /** Each heading becomes a link to itself, unless it holds a link already. */
  readonly linked: boolean;
}

const holdsLink = (node: HastChild): boolean =>
  isElement(node) && (node.tagName === 'a' || node.children.some(holdsLink));

function linkToItself(heading: HastElement) {
  if (heading.children.some(holdsLink)) return;
  const properties = { href: `#${heading.properties.id}`, dataSectionLink: '' };
  heading.children = [{ type: 'element', tagName: 'a', properties, children: heading.children }];
}

export function* headingsIn(parent: HastParent): Generator<HastElement> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (HEADING.test(child.tagName)) yield child;
    else yield* headingsIn(child);
  }
}

/** The level of a heading in the page: one below what it belongs to, so that none is missing, whatever was `written`. */
function levelIn(outer: number[], written: number, firstLevel: number): number {
  while (Number(outer.at(-1)) >= written) outer.pop();
  outer.push(written);
  return Math.min(firstLevel + outer.length - 1, 6);
}

/** Gives headings their level in the page and an id made of their text; a repeated text gets a number. */
export function rehypeHeadings({ firstLevel, idPrefix, linked }: HeadingOptions) {
  return (tree: HastParent) => {
    const seen = new Map<string, number>();
    const outer: number[] = [];
    for (const heading of headingsIn(tree)) {
      // A first-level heading in the content is a section of the page: the page has its title already.
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
