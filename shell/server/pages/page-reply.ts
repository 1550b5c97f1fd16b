import { oncePer } from '../http/once-per.ts';
import type { Reply } from '../http/reply.ts';
import { countPage } from '../metrics/metrics.ts';
import type { Served } from './keep/page-cache.ts';
import { withRequestId } from './request-id-note.ts';

const SERVER_FAILURE = 500;

const timed = (answer: Reply, how: 'kept' | 'fresh'): Reply => ({
  ...answer,
  headers: { ...answer.headers, 'server-timing': `page;desc=${how}` },
});
const keptReply = oncePer((answer: Reply) => timed(answer, 'kept'));

/** A page with a word about whether it was there already; one that failed has the id by which the log is searched. */
export function pageReply({ answer, isKept }: Served): Reply {
  countPage(isKept);
  if (isKept) return keptReply(answer);
  const reply = timed(answer, 'fresh');
  const { status, body } = reply;
  if (status < SERVER_FAILURE || typeof body !== 'string') return reply;
  return { status, headers: reply.headers, body: withRequestId(body) };
}
