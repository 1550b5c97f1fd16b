import { LRUCache } from 'lru-cache';
import { ownerOf } from '../../../src/remotes/owner.ts';
import type { Lineup } from '../../lineup/lineup.ts';
import { pageAddress } from './page-address.ts';

/** For each lineup: about 10,000 usual addresses. */
const MAX_BYTES = 4 * 1024 * 1024;
/** What remembering one takes besides its texts, about. */
const PLACE_BYTES = 200;

/** Where the answer to an address is kept, and under which address it is made. */
export interface Place {
  /** One for each page of a lineup, and no other lineup's. */
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
  /** Of the page's data, not of its document. */
  readonly isData?: boolean;
}

/** The place of a page, with the remote that owns its address. */
export interface PagePlace extends Place {
  readonly owner: string | undefined;
}

/** The place of an answer that is made under this address. */
export const placeAt = ({ canaries }: Lineup, pathname: string, search = ''): Place => ({
  key: `${canaries} ${pathname}${search}`,
  pathname,
  search,
});

/** The place of a page's data. */
export const dataPlace = (place: PagePlace): PagePlace => ({ ...place, key: `data ${place.key}`, isData: true });

function placeOfPage(url: URL, lineup: Lineup): PagePlace {
  const owner = ownerOf(lineup.platform.remotes, url.pathname);
  const { pathname, search } = pageAddress(url, owner, lineup);
  return { ...placeAt(lineup, pathname, search), owner };
}

const createPlaces = () =>
  new LRUCache<string, PagePlace>({
    maxSize: MAX_BYTES,
    sizeCalculation: (place, asked) => PLACE_BYTES + asked.length + place.key.length,
  });

/** Finds the place of a page, and remembers it for each lineup: ranking the patterns of all remotes takes its time. */
export function pagePlaces() {
  const known = new WeakMap<Lineup, LRUCache<string, PagePlace>>();
  return (url: URL, lineup: Lineup): PagePlace => {
    const places = known.get(lineup) ?? createPlaces();
    const asked = url.search === '' ? url.pathname : url.pathname + url.search;
    const found = places.get(asked);
    if (found) return found;
    const place = placeOfPage(url, lineup);
    known.set(lineup, places.set(asked, place));
    return place;
  };
}
