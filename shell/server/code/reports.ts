import { limitedBody } from '@ki/shared/http/limited-body.ts';
import type { Proxies } from '@ki/shared/http/proxies.mjs';
import { z } from 'zod';
import { MAX_MESSAGE_LENGTH, PHASES, type Phase, type Problem } from '../../src/remotes/problem.ts';
import type { CountedVersions } from '../counts/version-counts.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { type Context, type TextReply, text } from '../http/reply.ts';
import type { WebRequest } from '../http/web-request.ts';
import type { Lineup, Lineups } from '../lineup/lineup.ts';
import type { Fallbacks } from './fallbacks.ts';
import type { ProblemLog } from './problem-log.ts';

const MAX_BYTES = 4_096;
const PER_MINUTE = 60;

const reportSchema = z.strictObject({
  remote: z.string().max(100),
  version: z.string().max(100),
  phase: z.enum(PHASES),
  message: z.string().max(MAX_MESSAGE_LENGTH),
});

function parse(body: string): Problem | null {
  try {
    return reportSchema.parse(JSON.parse(body.toString()));
  } catch {
    return null;
  }
}

/** What the files of a version can be looked at for. */
const CHECKABLE: readonly Phase[] = ['entry', 'chunk', 'contract'];

/**
 * Takes what browsers tell about remotes that failed: small, well-formed reports about versions that there are, not too
 * many from one address. By the time of the answer the server has looked for itself, so that a new document helps.
 */
export function createReports(
  log: ProblemLog,
  fallbacks: Pick<Fallbacks, 'check'>,
  counts: Pick<CountedVersions, 'report'>,
  proxies: Proxies,
) {
  const allows = rateLimit(PER_MINUTE, proxies);

  async function take(problem: Problem, { isKnown }: Lineups, { live }: Lineup): Promise<void> {
    const { remote, version, phase } = problem;
    if (!isKnown(remote, version)) return;
    log(problem, 'browser');
    const current = live.get(remote);
    if (current?.release.version !== version) return;
    counts.report(current);
    if (CHECKABLE.includes(phase)) await fallbacks.check(remote, current);
  }

  return async (request: WebRequest, context: Context, lineups: Lineups, lineup: Lineup): Promise<TextReply> => {
    if (!allows(request, context)) return text(429, 'too many reports\n', { 'retry-after': '60' });
    const body = await limitedBody(request, MAX_BYTES);
    if (body === null) return text(413, `a report has at most ${MAX_BYTES} bytes\n`, { connection: 'close' });
    const problem = parse(body.toString());
    if (!problem) return text(400, 'expected {"remote","version","phase","message"}\n');
    await take(problem, lineups, lineup);
    return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };
  };
}
