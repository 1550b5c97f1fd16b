import type { ReactElement } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { remember } from '../../format/remember.ts';
import { rehypeColumns } from './columns.ts';
import { elements } from './elements.tsx';
import { type HastParent, textOf } from './hast.ts';
import { headingsIn, rehypeHeadings } from './headings.ts';
import type { Highlight } from './highlighter.ts';
import { rehypeSlot } from './slot.ts';

/** A heading of a text, with the id under which it is rendered. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 2 for the highest. */
  readonly level: number;
}

export interface Parsed {
  readonly content: ReactElement;
  /** The text's own headings in their order. */
  readonly sections: readonly Section[];
}

export interface Text {
  readonly source: string;
  readonly firstLevel: 2 | 3 | 4;
  readonly idPrefix: string;
  /** Headings link to themselves: where the text is the page, not a part of it. */
  readonly sectionLinks: boolean;
  /** Marks the place before its first section, for `splitAtSlot`. */
  readonly isSplit?: boolean;
}

/** Collects the headings that are the text's own: the parser adds one above footnotes, with an id of its own. */
const collectSections = (idPrefix: string, sections: Section[]) => () => (tree: HastParent) => {
  for (const heading of headingsIn(tree)) {
    const id = String(heading.properties.id);
    if (!id.startsWith(idPrefix) || heading.properties.className) continue;
    sections.push({ id, title: textOf(heading), level: Number(heading.tagName[1]) });
  }
};

/** Links and images keep http, https, irc, ircs, mailto, xmpp and relative addresses; raw HTML stays text. */
function parse({ source, firstLevel, idPrefix, sectionLinks, isSplit }: Text, highlight: Highlight | null): Parsed {
  const sections: Section[] = [];
  // Called, not rendered: it has no hooks, and its elements can be used again.
  const content = ReactMarkdown({
    children: source,
    remarkPlugins: [remarkGfm],
    remarkRehypeOptions: {
      clobberPrefix: idPrefix,
      footnoteLabel: 'Fussnoten',
      footnoteBackLabel: (index) => `Zurück zu Verweis ${index + 1}`,
    },
    rehypePlugins: [
      ...(isSplit ? [rehypeSlot] : []),
      [rehypeHeadings, { firstLevel, idPrefix, linked: sectionLinks }],
      collectSections(idPrefix, sections),
      rehypeColumns,
      ...(highlight ? [highlight] : []),
    ],
    urlTransform: defaultUrlTransform,
    components: elements,
  });
  return { content, sections };
}

/** By this a text and the way in which it is shown are known. */
export const keyOf = ({ source, firstLevel, idPrefix, sectionLinks, isSplit = false }: Text): string =>
  `${firstLevel} ${idPrefix} ${sectionLinks} ${isSplit} ${source}`;

/** The last one: it may be shown again while it is being written. */
const remembered = remember<Parsed>(0);

/** A text as React elements: parsed once for as long as it is shown. */
export const parsed = (text: Text, highlight: Highlight | null): Parsed =>
  remembered(`${highlight !== null} ${keyOf(text)}`, () => parse(text, highlight));
