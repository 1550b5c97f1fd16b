import type { Options } from 'react-markdown';
import { toSlug } from '../../format/slug.ts';
import { elementsIn, type HastParent, HEADING } from './tree.ts';

/** The words of footnotes, and the prefix of their ids. */
export const footnotes = (idPrefix: string): NonNullable<Options['remarkRehypeOptions']> => ({
  clobberPrefix: idPrefix,
  footnoteLabel: 'Fussnoten',
  footnoteBackLabel: (index) => `Zurück zu Verweis ${index + 1}`,
});

const LINK = /^a$/;

/** The fragment of an address as text; as it is where it is no text. */
export function fragmentText(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Leads `[Fazit](#fazit)` to the heading of that text, whose id has a prefix. An id as it is comes first. */
export function rehypeSectionLinks(idPrefix: string) {
  return (tree: HastParent) => {
    const links = [...elementsIn(tree, LINK)].filter(({ properties }) => /^#./.test(String(properties.href ?? '')));
    const ids = new Set([...elementsIn(tree, HEADING)].map(({ properties }) => String(properties.id)));
    for (const { properties } of links) {
      const fragment = fragmentText(String(properties.href).slice(1));
      const id = `${idPrefix}${toSlug(fragment)}`;
      if (!ids.has(fragment) && ids.has(id)) properties.href = `#${id}`;
    }
  };
}
