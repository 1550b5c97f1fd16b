import { toSlug } from '@ki/shared/format/slug.ts';
import { type Changes, type Element, element, find, isElement, property, type Root, textOf, within } from './tree.ts';

const HEADING = /^h[1-6]$/;
const NOTE = /^(?:li|p|div|dd|aside|td)$/;
const MARKER = /^[\s[(]*[\p{L}\d*†‡§]{1,5}[\s\])]*$/u;

type Parents = ReadonlyMap<Element, Element | Root>;

interface Places {
  readonly ids: ReadonlyMap<string, Element>;
  readonly parents: Parents;
  readonly headings: ReadonlySet<string>;
  readonly links: readonly Element[];
}

const idsOf = (node: Element) => [property(node, 'id'), property(node, 'name')].filter(Boolean);

function placesIn(root: Root): Places {
  const ids = new Map<string, Element>();
  const parents = new Map<Element, Element | Root>();
  const headings = new Set<string>();
  const links: Element[] = [];
  const visit = (parent: Element | Root) => {
    for (const node of parent.children) {
      if (!isElement(node)) continue;
      parents.set(node, parent);
      for (const id of idsOf(node)) if (!ids.has(id)) ids.set(id, node);
      if (HEADING.test(node.tagName)) headings.add(toSlug(textOf(node)));
      if (node.tagName === 'a' && /^#(?!_msocom)/.test(property(node, 'href'))) links.push(node);
      visit(node);
    }
  };
  visit(root);
  return { ids, parents, headings, links };
}

function* upwards(node: Element, parents: Parents): Generator<Element> {
  yield node;
  const parent = parents.get(node);
  if (parent?.type === 'element') yield* upwards(parent, parents);
}

function closest(node: Element, names: RegExp, parents: Parents): Element | undefined {
  for (const outer of upwards(node, parents)) if (names.test(outer.tagName)) return outer;
  return undefined;
}

function fragmentOf(link: Element): string {
  const fragment = property(link, 'href').slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function detach(node: Element, parents: Parents): void {
  const parent = parents.get(node);
  if (!parent) return;
  parent.children.splice(parent.children.indexOf(node), 1);
  const isEmpty = parent.children.every((child) => textOf(child).trim() === '');
  if (parent.type === 'element' && isEmpty && !find(parent, ({ tagName }) => tagName === 'img'))
    detach(parent, parents);
}

/** The block of a footnote: it has a link back to the mark. */
function noteOf(link: Element, { ids, parents }: Places): Element | undefined {
  const target = ids.get(fragmentOf(link));
  const note = target && closest(target, NOTE, parents);
  if (!note || !MARKER.test(textOf(link))) return undefined;
  const around = [...upwards(link, parents)];
  if (around.includes(note)) return undefined;
  const own = new Set(around.slice(0, 3).flatMap(idsOf));
  return find(note, (inner) => inner.tagName === 'a' && own.has(fragmentOf(inner))) && note;
}

/** An empty anchor belongs to what follows it. */
function headingOf(target: Element, parents: Parents): Element | undefined {
  const around = closest(target, HEADING, parents);
  if (around) return around;
  if (textOf(target).trim() !== '') return find(target, ({ tagName }) => HEADING.test(tagName));
  for (const outer of [...upwards(target, parents)].slice(0, 2)) {
    const siblings: Element[] = [];
    for (const sibling of parents.get(outer)?.children ?? []) if (isElement(sibling)) siblings.push(sibling);
    const next = siblings[siblings.indexOf(outer) + 1];
    if (next && HEADING.test(next.tagName)) return next;
  }
  return undefined;
}

function toHeading(link: Element, { ids, parents, headings }: Places, changes: Changes): void {
  const fragment = fragmentOf(link);
  const target = ids.get(fragment);
  const heading = target && headingOf(target, parents);
  const slug = toSlug(heading ? textOf(heading) : fragment);
  if (heading ? slug : headings.has(slug)) {
    link.properties.href = `#${slug}`;
  } else {
    const parent = parents.get(link);
    changes.add(parent?.type === 'element' && parent.properties.dataFn ? 'footnote' : 'anchor');
    link.properties = {};
  }
}

/** Makes footnotes of marks and notes that link to each other; other links within a text lead to headings by their words. */
export function resolveReferences(root: Root, changes: Changes): void {
  const places = placesIn(root);
  const { parents, links } = places;
  const notes = new Map<Element, string>();
  const marks = new Set<string>();
  const backward = (link: Element) => marks.has(fragmentOf(link));
  for (const link of links) {
    const note = noteOf(link, places);
    if (note) {
      const label = notes.get(note) ?? String(notes.size + 1);
      notes.set(note, label);
      for (const outer of [...upwards(link, parents)].slice(0, 3)) for (const id of idsOf(outer)) marks.add(id);
      link.tagName = 'footnote-mark';
      link.properties = { label };
    } else if (!backward(link)) {
      toHeading(link, places, changes);
    }
  }
  for (const [note, label] of notes) {
    for (const link of [...within(note)].filter((inner) => inner.tagName === 'a' && backward(inner))) {
      detach(link, parents);
    }
    detach(note, parents);
    root.children.push(element('footnote-note', { label }, ...note.children));
  }
}
