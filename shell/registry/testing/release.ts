import { DEFAULT_MARGIN, type Release } from '../schema.ts';

const HASH = `sha384-${'A'.repeat(64)}`;
const file = (name: string) => ({ path: name, integrity: HASH });

/** A release without files: enough for transitions, which load none. */
export const release = (name: string, version: string, ...routes: string[]): Release => ({
  name,
  version,
  contract: 2,
  routes,
  staffOnly: false,
  entry: file('web/remoteEntry.js'),
  server: file('server/index.cjs'),
  manifest: file('web/mf-manifest.json'),
  chunks: {},
  singletons: {},
});

export const by = { author: 'Test', reason: 'test' };

/** A release as a canary, with the usual margin. */
export const canaryOf = (given: Release, percent: number) => ({
  release: given,
  percent,
  margin: DEFAULT_MARGIN,
  since: '2026-01-01T00:00:00.000Z',
});
