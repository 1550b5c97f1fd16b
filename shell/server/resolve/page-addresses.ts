import { paths } from '@ki/shared/contract/paths.ts';
import { z } from 'zod';
import type { TagVersionSource, TagVersions } from '../cache/tag-versions.ts';
import type { MaybePromise } from '../http/http-response.ts';
import type { PageAddresses } from './target.ts';

const slugsSchema = z.array(z.string());

/** The remote shows them with a placeholder until somebody writes the page. */
const PLACEHOLDERS: readonly string[] = [paths.elements, paths.chatgptGoals];

/** Spellings in lower case lead to a page, too, as patterns match in any case. */
export function pageAddresses(value: unknown): PageAddresses {
  const slugs = slugsSchema.parse(value);
  const addresses = [...PLACEHOLDERS, ...slugs.map((slug) => `/${encodeURIComponent(slug)}`)];
  return new Map([
    ...addresses.map((address) => [address.toLowerCase(), address] as const),
    ...addresses.map((address) => [address, address] as const),
  ]);
}

interface Settings {
  readonly read: () => Promise<unknown>;
  readonly tagVersions: Pick<TagVersionSource, 'current'>;
}

/** Reads the addresses of public pages again when their cache tag has another version. */
export function followPageAddresses({ read, tagVersions }: Settings) {
  let known: PageAddresses | null = null;
  let version: string | null = null;
  let reading: { readonly version: string; readonly done: Promise<void> } | null = null;

  async function readAt(asked: string): Promise<void> {
    try {
      known = pageAddresses(await read());
      version = asked;
    } catch (error) {
      console.error('the addresses of pages cannot be read, the last known ones stay in force:', error);
    } finally {
      reading = null;
    }
  }

  function updateTo(versions: TagVersions | null): MaybePromise<void> {
    if (!versions || versions.pages === version) return;
    if (reading?.version !== versions.pages) reading = { version: versions.pages, done: readAt(versions.pages) };
    return reading.done;
  }

  return {
    /** `null` until they were read once. */
    current: () => known,
    /** Resolves at once while nothing has changed. Never rejects. */
    update(): MaybePromise<void> {
      const versions = tagVersions.current();
      return versions instanceof Promise ? versions.then(updateTo) : updateTo(versions);
    },
  };
}
