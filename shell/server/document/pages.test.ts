import { expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import type { WorkerPool } from '../render/worker-pool.ts';
import { releaseSetOf, runtimeOf, targetsOf } from '../testing/releases.ts';
import { createPageRenderer, outcomeOf } from './pages.ts';

test.each([
  ['is there', 200, null, 'rendered'],
  ['is not there', 404, null, 'rendered'],
  ['throws', 500, 'Error: kaputt', 'failed'],
  ['throws beside what is not there', 404, 'Error: kaputt', 'failed'],
  ['asks the backend for what it refuses', 400, null, 'failed'],
  ['reads data that visitors may not see', 403, null, 'failed'],
  ['reads from a backend that is down', 503, null, 'unknown'],
] as const)('outcome of a page that %s', (_what, status, failure, outcome) => {
  expect(outcomeOf({ status, failure })).toBe(outcome);
});

/** The document of a page that names a pre-hydration script, in a shell that has the runtime of generation 2 only. */
async function documentOf(contract: number): Promise<string> {
  const script = { path: 'web/early.js', integrity: `sha384-${'A'.repeat(64)}` };
  const live = { ...release('mf-blog', '7', '/'), contract, chunks: { 'pre-hydration-early': [script] } };
  const set = releaseSetOf(live);
  const parts = {
    language: 'de',
    title: '',
    tags: [],
    jsonLd: [],
    styles: '',
    state: '{}',
    html: '',
    dependencies: [],
  };
  const rendered = { ...parts, hydrate: 'load', preHydration: 'early', failure: null, routeIds: [], status: 200 };
  const workers = { leastBusy: () => ({ page: async () => rendered }) } as unknown as WorkerPool;
  const { render } = createPageRenderer({
    modules: { load: async () => Promise.reject(new Error('no runtime')) },
    onFailure: () => undefined,
    siteUrl: 'http://site',
    updateSite: async () => true,
  });
  const target = targetsOf(runtimeOf(2, { workers })).find(new URL('http://site/'), set);
  if (target.kind !== 'page') throw new Error('expected a page');
  return String((await render(target, null)).response.body);
}

test('a document asks for scripts of its own generation only', async () => {
  const [own, other] = [await documentOf(2), await documentOf(9)];
  for (const script of ['remoteEntry.js', 'early.js']) {
    expect(own).toContain(script);
    expect(other).not.toContain(script);
  }
});
