import type { Item } from './read-export.ts';

export interface Picture {
  readonly id: string;
  readonly address: string;
  readonly alt: string;
  readonly caption: string;
  readonly isPicture: boolean;
  readonly name: string;
}

/** The files of the media library that an export has, by their numbers and by the posts that they belong to. */
export interface Media {
  readonly byId: ReadonlyMap<string, Picture>;
  readonly ofPost: ReadonlyMap<string, readonly Picture[]>;
}

const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;

function fileOf({ parts, meta }: Item): Picture {
  const address = parts['wp:attachment_url'] || parts.guid || '';
  return {
    ...{ id: parts['wp:post_id'] ?? '', address, alt: meta.get('_wp_attachment_image_alt')?.[0] ?? '' },
    ...{ caption: parts['excerpt:encoded'] ?? '', isPicture: PICTURE.test(address), name: parts.title ?? '' },
  };
}

export function mediaIn(items: readonly Item[]): Media {
  const byId = new Map<string, Picture>();
  const ofPost = new Map<string, Picture[]>();
  for (const item of items) {
    if (item.parts['wp:post_type'] !== 'attachment') continue;
    const file = fileOf(item);
    byId.set(file.id, file);
    const parent = item.parts['wp:post_parent'] ?? '0';
    if (parent !== '0') ofPost.set(parent, [...(ofPost.get(parent) ?? []), file]);
  }
  return { byId, ofPost };
}
