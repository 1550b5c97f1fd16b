import { type Asking, type Fetched, fetchBytes, PUBLIC_INTERNET, type Rules } from '../fetch/fetch-bytes.ts';
import { createRobots } from './robots.ts';

/** How the process says in its requests what it is, and which lines of a robots.txt are for it. */
export const USER_AGENT = 'article-sources';

export const ASKING_FOR_SOURCES: Asking = {
  protocols: ['https:'],
  accept: 'text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,application/pdf;q=0.8',
  userAgent: `${USER_AGENT}/1`,
  limits: { bytes: 2_000_000, ms: 10_000, redirects: 5 },
};

export type FetchSource = (address: string) => Promise<Fetched>;

/** Returns a function that fetches a source where the robots.txt of each host that it leads to allows that. */
export function createFetchSource(asking = ASKING_FOR_SOURCES, rules: Rules = PUBLIC_INTERNET): FetchSource {
  const mayAsk = createRobots(USER_AGENT, (address) => fetchBytes(address, { ...asking, accept: 'text/plain' }, rules));
  return (address) => fetchBytes(address, { ...asking, mayAsk }, rules);
}
