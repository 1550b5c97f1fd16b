import type { Reply } from '../http/reply.ts';
import type { WebRequest } from '../http/web-request.ts';
import type { ReadyAnswer } from './ready-answer.ts';

const isKnown = ({ headers }: WebRequest, tag: string | undefined): boolean =>
  tag !== undefined && (headers.get('if-none-match') ?? '').split(/\s*,\s*/).includes(tag);

/** An answer for a client, without its body when the client has it already. */
export function contributionReply(request: WebRequest, { status, headers, plain, compressed }: ReadyAnswer): Reply {
  if (isKnown(request, headers.etag)) return { status: 304, headers, body: '' };
  return { status, headers, body: plain, ...(compressed && { compressed: { br: () => compressed } }) };
}
