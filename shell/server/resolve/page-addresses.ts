import { paths } from '@ki/shared/contract/paths.ts';
import { z } from 'zod';
import { followTag } from '../tags/follow-tag.ts';
import type { TagVersionSource } from '../tags/tag-versions.ts';
import type { PageAddresses } from './target.ts';

const slugsSchema = z.array(z.string());

/** The remote has a placeholder or a text for them until somebody writes the page. */
const ALWAYS_THERE: readonly string[] = [paths.elements, paths.chatgptGoals, paths.aboutAi];

/** Spellings in lower case lead to a page, too, as patterns match in any case. */
export function pageAddresses(value: unknown): PageAddresses {
  const slugs = slugsSchema.parse(value);
  const addresses = [...ALWAYS_THERE, ...slugs.map((slug) => `/${encodeURIComponent(slug)}`)];
  return new Map([
    ...addresses.map((address) => [address.toLowerCase(), address] as const),
    ...addresses.map((address) => [address, address] as const),
  ]);
}

interface Settings {
  readonly read: () => Promise<unknown>;
  readonly tagVersions: Pick<TagVersionSource, 'current'>;
}

/** Follows the addresses of public pages. */
export function followPageAddresses({ read, tagVersions }: Settings) {
  let known: PageAddresses | null = null;
  const update = followTag({
    tag: 'pages',
    tagVersions,
    what: 'the addresses of pages',
    async take() {
      known = pageAddresses(await read());
    },
  });
  /** `null` until they were read once. */
  const current = () => known;
  return { current, update };
}
