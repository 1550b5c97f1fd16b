import { expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { TooManySearches } from '../http/rate-limit.ts';
import type { LiveRemote } from '../lineup/lineup.ts';
import { RenderedTooLate, RendererEnded } from '../renderers/renderer-ended.ts';
import { Busy } from './limit-renders.ts';
import { outcomeOf, outcomeOfError } from './outcome.ts';

test.each([
  ['is there', 200, null, 'rendered'],
  ['is not there', 404, null, 'rendered'],
  ['throws', 500, 'Error: kaputt', 'failed'],
  ['throws beside what is not there', 404, 'Error: kaputt', 'failed'],
  ['asks the backend for what it refuses', 400, null, 'failed'],
  ['asks for what visitors may not see', 403, null, 'failed'],
  ['asks a backend that is down', 503, null, 'unknown'],
] as const)('a page that %s', (_what, status, failure, outcome) => {
  expect(outcomeOf({ status, failure })).toBe(outcome);
});

const version = (name: string): LiveRemote => ({
  release: release('mf-blog', name, '/'),
  folder: '',
  address: () => '',
  comparison: { since: '', canary: '2' },
});
const ended = (...underWay: string[]) => new RendererEnded('by SIGKILL', underWay);

test.each<readonly [string, Error, string, string]>([
  ['that takes too long', new RenderedTooLate(), 'failed', 'failed'],
  ['that could not be put together', new Error('no page'), 'failed', 'failed'],
  ['for which there was no room', new Busy(), 'unknown', 'unknown'],
  ['of which too many were asked for', new TooManySearches(), 'unknown', 'unknown'],
  ['without a renderer', ended(), 'unknown', 'unknown'],
  ['that ended its renderer alone', ended('mf-blog@1'), 'failed', 'unknown'],
  ['beside others in a renderer that ended', ended('mf-other@1', 'mf-blog@2'), 'unknown', 'failed'],
  ['beside the canary in a renderer that ended', ended('mf-blog@1', 'mf-blog@2'), 'unknown', 'failed'],
  ['beside another remote’s in a renderer that ended', ended('mf-other@2'), 'unknown', 'unknown'],
])('a page %s', (_what, error, ofLive, ofCanary) => {
  expect(outcomeOfError(error, version('1'))).toBe(ofLive);
  expect(outcomeOfError(error, version('2'))).toBe(ofCanary);
});
