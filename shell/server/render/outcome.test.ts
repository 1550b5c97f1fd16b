import { expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { outcomeOfError } from '../ops/canary-counts.ts';
import type { LiveRemote } from '../types.ts';
import { Busy, TooManyRenders } from './limit.ts';
import { RenderTimeout, WorkerEnded } from './worker-process.ts';

const version = (name: string): LiveRemote => ({
  release: release('mf-blog', name, '/'),
  folder: '',
  address: () => '',
  comparison: { since: '', canary: '2' },
});
const ended = (...inFlight: string[]) => new WorkerEnded('by SIGKILL', inFlight);

test.each<readonly [string, Error, string, string]>([
  ['that takes too long', new RenderTimeout(), 'failed', 'failed'],
  ['that could not be rendered', new Error('no page'), 'failed', 'failed'],
  ['that was refused as busy', new Busy(), 'unknown', 'unknown'],
  ['that was refused by the budget', new TooManyRenders(1), 'unknown', 'unknown'],
  ['without a worker', ended(), 'unknown', 'unknown'],
  ['that was alone in a worker that ended', ended('mf-blog@1'), 'failed', 'unknown'],
  ['next to others in a worker that ended', ended('mf-other@1', 'mf-blog@2'), 'unknown', 'failed'],
  ['next to its canary in a worker that ended', ended('mf-blog@1', 'mf-blog@2'), 'unknown', 'failed'],
  ['of a worker that ended with another remote’s page', ended('mf-other@2'), 'unknown', 'unknown'],
])('outcome of a page %s', (_what, error, ofLive, ofCanary) => {
  expect(outcomeOfError(error, version('1'))).toBe(ofLive);
  expect(outcomeOfError(error, version('2'))).toBe(ofCanary);
});
