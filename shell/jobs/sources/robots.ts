import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import type { Fetched } from '../fetch/fetch-bytes.ts';
import { FetchError, HostError } from '../fetch/fetch-error.ts';

const KEPT_MS = 60_000;
/** Those of a page with long rules are compared for longer than the page is worth. */
const MOST_CHARACTERS = 100_000;

type Fetch = (address: string) => Promise<Fetched>;

/** Without a robots.txt everything may be read; a host that fails to send its own may allow nothing. */
async function rulesOf(address: string, fetched: Fetch): Promise<string> {
  try {
    return (await fetched(address)).bytes.toString('utf8').slice(0, MOST_CHARACTERS);
  } catch (error) {
    if (error instanceof HostError && error.status >= 400 && error.status < 500 && error.status !== 429) return '';
    if (error instanceof HostError) {
      throw new FetchError('Its robots.txt could not be read.', { isFinal: error.isFinal, cause: error });
    }
    throw error;
  }
}

/** Returns a function that throws where a robots.txt does not allow the user agent to read an address. */
export function createRobots(userAgent: string, fetched: Fetch) {
  const rules = new LRUCache<string, Promise<string>>({ max: 100, ttl: KEPT_MS });
  return async (url: URL): Promise<void> => {
    const address = new URL('/robots.txt', url).href;
    const found = rules.get(address) ?? rulesOf(address, fetched);
    rules.set(address, found);
    found.catch(() => rules.delete(address));
    if (robotsParser(address, await found).isAllowed(url.href, userAgent) === false) {
      throw new FetchError('Its host does not allow programs to read it (robots.txt).');
    }
  };
}
