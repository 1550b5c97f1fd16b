import type { PictureCopies } from '../../contract/pictures.ts';
import { type HastElement, type HastParent, isElement } from './tree.ts';

/** A browser reads `http:/a` by the scheme of its page: as a path of the site, or as another host. */
const BASES = ['https://own.invalid', 'http://own.invalid'];

/** Whether a browser would ask another host for this address. */
const isElsewhere = (address: string): boolean =>
  BASES.some((base) => {
    const url = URL.parse(address, base);
    return url !== null && /^https?:$/.test(url.protocol) && url.host !== 'own.invalid';
  });

function toLink(picture: HastElement, address: string, isInLink: boolean): void {
  const { alt, title } = picture.properties;
  picture.children = [{ type: 'text', value: String(alt || address) }];
  picture.tagName = isInLink ? 'span' : 'a';
  picture.properties = isInLink ? {} : { href: address, title };
}

/** Pictures of other hosts become their copies, or links, so that no document asks another host. */
export function rehypePictures(copies: PictureCopies, found: Set<string>) {
  function visit(parent: HastParent, isInLink: boolean): void {
    for (const child of parent.children.filter(isElement)) {
      visit(child, isInLink || child.tagName === 'a');
      const address = String(child.properties.src ?? '');
      if (child.tagName !== 'img' || !isElsewhere(address)) continue;
      found.add(address);
      const copy = copies.get(address);
      if (copy) child.properties = { ...child.properties, ...copy };
      else toLink(child, address, isInLink);
    }
  }
  return (tree: HastParent) => visit(tree, false);
}
