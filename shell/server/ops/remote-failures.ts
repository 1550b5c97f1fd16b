import { limitedBody } from '@ki/shared/http/limited-fetch.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MAX_MESSAGE_LENGTH, PHASES, type Phase, type RemoteFailure } from '../../src/remotes/remote-failure.ts';
import { type HttpRequest, jsonIn, rateLimit } from '../http/http-request.ts';
import { type TextResponse, text } from '../http/http-response.ts';
import { log } from '../log.ts';
import { countRemoteFailure } from '../metrics.ts';
import type { Fallbacks } from '../resolve/fallbacks.ts';
import type { Releases } from '../resolve/resolve.ts';
import type { CanaryCounts } from './canary-counts.ts';

const MAX_KNOWN = 1_000;
const SAME_FAILURE_MS = 60 * 60 * 1_000;
const MAX_BYTES = 4_096;
const PER_MINUTE = 60;

/** Control characters would let a browser write lines of its own into the log. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const oneLine = (message: string) => message.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

export type FailureLog = ReturnType<typeof createFailureLog>;

export function createFailureLog(write: typeof log = log) {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: SAME_FAILURE_MS });
  return ({ remote, version, phase, message }: RemoteFailure, seenBy: 'server' | 'browser'): void => {
    countRemoteFailure(remote, phase, seenBy);
    const key = `${remote}@${version} ${phase}`;
    if (known.has(key)) return;
    known.set(key, true);
    const description = `remote ${remote}@${version} failed, phase ${phase}, seen by the ${seenBy}: ${oneLine(message)}`;
    write('error', 'remote_failed', { message: description, remote, version, phase, seenBy });
  };
}

const reportSchema = z.strictObject({
  remote: z.string().max(100),
  version: z.string().max(100),
  phase: z.enum(PHASES),
  message: z.string().max(MAX_MESSAGE_LENGTH),
});

const CHECKABLE: readonly Phase[] = ['entry', 'chunk', 'contract'];

/** Files are checked before the response to a browser's report, so that a reloaded document works. */
export function createReports(
  failureLog: FailureLog,
  fallbacks: Pick<Fallbacks, 'check'>,
  counts: Pick<CanaryCounts, 'countReport'>,
) {
  const allows = rateLimit(PER_MINUTE);

  async function take(failure: RemoteFailure, { releaseSets, assigned }: ReportedBy): Promise<void> {
    const { remote, version, phase } = failure;
    if (!releaseSets.isKnown(remote, version)) return;
    failureLog(failure, 'browser');
    const current = assigned.live.get(remote);
    if (current?.release.version !== version) return;
    counts.countReport(current);
    if (CHECKABLE.includes(phase)) await fallbacks.check(remote, current, failure.message);
  }

  return async (request: HttpRequest, releases: ReportedBy): Promise<TextResponse> => {
    if (!allows(request)) return text(429, 'too many reports\n', { 'retry-after': '60' });
    const body = await limitedBody(request, MAX_BYTES);
    if (body === null) return text(413, `a report has at most ${MAX_BYTES} bytes\n`);
    const failure = jsonIn(body, reportSchema);
    if (!failure) return text(400, 'expected {"remote","version","phase","message"}\n');
    await take(failure, releases);
    return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };
  };
}

type ReportedBy = Pick<Releases, 'releaseSets' | 'assigned'>;
