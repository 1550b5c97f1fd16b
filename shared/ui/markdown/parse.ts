import type { ReactElement } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import { idInAddress, type PictureCopies, type ShownPicture } from '../../contract/pictures.ts';
import { remember } from '../../format/remember.ts';
import { elements } from './elements.tsx';
import type { Highlight } from './highlighter.ts';
import { remarkReading } from './reading/read-markdown.ts';
import { footnotes, rehypeSectionLinks } from './section-links.ts';
import {
  collectSections,
  type HastElement,
  type HastParent,
  isElement,
  rehypeColumns,
  rehypeHeadings,
  rehypeOnlyLinks,
  rehypeSlot,
  type Section,
} from './tree.ts';

/** A browser reads `http:/a` by the scheme of its page: as a path of the site, or as another host. */
const BASES = ['https://own.invalid', 'http://own.invalid'];

/** Whether a browser would ask another host for this address. */
const isElsewhere = (address: string): boolean =>
  BASES.some((base) => {
    const url = URL.parse(address, base);
    return url !== null && /^https?:$/.test(url.protocol) && url.host !== 'own.invalid';
  });

/** The width of a text's pictures. Phones with small pixels get 1.1 to 1.7 of them for each CSS pixel, half the bytes. */
const SIZES = '(min-width: 44rem) 40rem, (min-resolution: 1.5dppx) 55vw, 92vw';

function toText(picture: HastElement, text: string): void {
  picture.children = [{ type: 'text', value: text }];
  picture.tagName = 'span';
  picture.properties = {};
}

function toLink(picture: HastElement, address: string, isInLink: boolean): void {
  const { alt, title } = picture.properties;
  toText(picture, String(alt || address));
  if (isInLink) return;
  picture.tagName = 'a';
  picture.properties = { href: address, title };
}

/** The own alternative text of a text is about what the picture means there, and precedes that of the library. */
function toPicture(
  picture: HastElement,
  { sources = [], alt, isDecorative, ...shown }: ShownPicture,
  isFirst: boolean,
): void {
  const { src, width, height } = shown;
  const own = picture.properties.alt || (isDecorative ? '' : alt);
  picture.properties = { ...picture.properties, alt: own, src, width, height };
  if (sources.length === 0) return;
  // A picture that begins a text is in the first screen: a browser fetches it before the layout.
  const loading = isFirst ? 'eager' : 'lazy';
  const img: HastElement = { ...picture, properties: { ...picture.properties, loading } };
  picture.tagName = 'picture';
  picture.properties = {};
  picture.children = [
    ...sources.map(
      ({ type, srcset }): HastElement => ({
        type: 'element',
        tagName: 'source',
        properties: { type, srcSet: srcset, sizes: SIZES },
        children: [],
      }),
    ),
    img,
  ];
}

interface Place {
  readonly isInLink: boolean;
  /** In the first block of the text. */
  readonly isFirst: boolean;
}

/**
 * Pictures of other hosts become their copies, or links, so that no document asks another host. Those of the library
 * become their sizes; one that is deleted, its alternative text.
 */
function rehypePictures(copies: PictureCopies, found: Set<string>) {
  function show(picture: HastElement, { isInLink, isFirst }: Place): void {
    const address = String(picture.properties.src ?? '');
    const isOfLibrary = idInAddress(address) !== null;
    if (!isOfLibrary && !isElsewhere(address)) return;
    found.add(address);
    const copy = copies.get(address);
    if (copy) toPicture(picture, copy, isFirst);
    else if (isOfLibrary) toText(picture, String(picture.properties.alt ?? ''));
    else toLink(picture, address, isInLink);
  }
  function visit(element: HastElement, place: Place): void {
    const inside = { ...place, isInLink: place.isInLink || element.tagName === 'a' };
    for (const child of element.children.filter(isElement)) visit(child, inside);
    if (element.tagName === 'img') show(element, place);
  }
  return (tree: HastParent) => {
    for (const [index, block] of tree.children.filter(isElement).entries()) {
      visit(block, { isInLink: false, isFirst: index === 0 });
    }
  };
}

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
