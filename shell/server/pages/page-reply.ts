import type { Reply } from '../http/reply.ts';
import { countPage } from '../metrics/metrics.ts';
import type { Served } from './keep/page-cache.ts';
import { withRequestId } from './request-id-note.ts';

const SERVER_FAILURE = 500;

/** A page with a word about whether it was there already; one that failed has the id by which the log is searched. */
export function pageReply({ answer, isKept }: Served): Reply {
  countPage(isKept);
  const headers = { ...answer.headers, 'server-timing': `page;desc=${isKept ? 'kept' : 'fresh'}` };
  const { status, body } = answer;
  if (status < SERVER_FAILURE || typeof body !== 'string') return { ...answer, headers };
  return { status, headers, body: withRequestId(body) };
}
