import type { ReactElement } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import type { PictureCopies } from '../../contract/pictures.ts';
import { remember } from '../../format/remember.ts';
import { elements } from './elements.tsx';
import type { Highlight } from './highlighter.ts';
import { rehypePictures } from './pictures.ts';
import { remarkReading } from './reading/read-markdown.ts';
import { footnotes, rehypeSectionLinks } from './section-links.ts';
import { collectSections, rehypeColumns, rehypeHeadings, rehypeOnlyLinks, rehypeSlot, type Section } from './tree.ts';

export interface Parsed {
  readonly content: ReactElement;
  readonly sections: readonly Section[];
  /** Addresses of pictures of other hosts, of the site where it is named, and of the library. */
  readonly pictures: readonly string[];
}

export interface Text {
  readonly source: string;
  readonly firstLevel: 2 | 3 | 4;
  readonly idPrefix: string;
  readonly sectionLinks: boolean;
  readonly hasSlot?: boolean;
  /** Pictures and all other links become their text. */
  readonly onlyLinks?: readonly string[] | undefined;
  /** Shown in place of pictures of other hosts and of the library; others without a copy are links. */
  readonly copies?: PictureCopies | undefined;
}

const NO_COPIES: PictureCopies = new Map();

/** Links and images keep http, https, irc, ircs, mailto, xmpp and relative addresses; raw HTML stays text. */
function parse(text: Text, highlight: Highlight | null): Parsed {
  const { source, firstLevel, idPrefix, sectionLinks, hasSlot, onlyLinks, copies } = text;
  const sections: Section[] = [];
  const pictures = new Set<string>();
  // Called, not rendered: it has no hooks, and its elements are cached.
  const content = ReactMarkdown({
    children: source,
    remarkPlugins: [remarkReading],
    remarkRehypeOptions: footnotes(idPrefix),
    rehypePlugins: [
      ...(onlyLinks ? [() => rehypeOnlyLinks(onlyLinks)] : []),
      () => rehypePictures(copies ?? NO_COPIES, pictures),
      ...(hasSlot ? [rehypeSlot] : []),
      [rehypeHeadings, { firstLevel, idPrefix, linked: sectionLinks }],
      [rehypeSectionLinks, idPrefix],
      collectSections(idPrefix, sections),
      rehypeColumns,
      ...(highlight ? [highlight] : []),
    ],
    urlTransform: defaultUrlTransform,
    components: elements,
  });
  return { content, sections, pictures: [...pictures] };
}

export const keyOf = ({
  source,
  firstLevel,
  idPrefix,
  sectionLinks,
  hasSlot = false,
  onlyLinks,
  copies = NO_COPIES,
}: Text): string =>
  `${firstLevel} ${idPrefix} ${sectionLinks} ${hasSlot} ${JSON.stringify([onlyLinks, ...copies])} ${source}`;

/** The last text only, for previews while it is edited. */
const remembered = remember<Parsed>(0);

export const parsed = (text: Text, highlight: Highlight | null): Parsed =>
  remembered(`${highlight !== null} ${keyOf(text)}`, () => parse(text, highlight));
