import { idInAddress, type PictureCopies, type ShownPicture } from '../../contract/pictures.ts';
import { type HastElement, type HastParent, isElement } from './tree.ts';

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
export function rehypePictures(copies: PictureCopies, found: Set<string>) {
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
