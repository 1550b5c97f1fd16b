import { toSlug } from '@ki/shared/format/slug.ts';
import type { FileRow } from './file-rows.ts';
import { momentText } from './moment-text.ts';

/** An existing post keeps the value of a missing key, such as that of a text; null empties it. */
export interface PostFields {
  readonly [text: string]: unknown;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  /** Null for a draft. */
  readonly date?: string | null;
  readonly author?: string | null;
  readonly category?: string | null;
  readonly categorySlug?: string | null;
  /** Its picture on another host, which becomes one of the library. */
  readonly picture?: { readonly address: string; readonly alt: string };
  /** Its addresses on another site, as redirects have them. */
  readonly addresses?: readonly string[];
}

export function postRow(
  place: string,
  { date, category, categorySlug, ...fields }: PostFields,
  more: Partial<Pick<FileRow, 'faults' | 'notes' | 'leftOut'>> = {},
): FileRow {
  const name = category?.trim();
  return {
    place,
    title: fields.title,
    entry: {
      ...fields,
      ...(date !== undefined && { published_at: date && momentText(date) }),
      ...(category !== undefined && { category: name || null }),
      ...(name && { new_category_slug: categorySlug || toSlug(name) }),
      ...(name && categorySlug && { category_slug: categorySlug }),
    },
    faults: [],
    notes: [],
    ...more,
  };
}

export interface StoredPost {
  readonly [text: string]: unknown;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly date: string | null;
  readonly author: string;
  readonly category: { readonly name: string; readonly slug: string } | null;
}

/** The picture of a post, where another host has it. */
export const pictureAt = (address: unknown, alt: unknown = ''): Pick<PostFields, 'picture'> =>
  typeof address === 'string' && /^https?:\/\/\S+$/i.test(address.trim())
    ? { picture: { address: address.trim(), alt: typeof alt === 'string' ? alt.trim() : '' } }
    : {};
