import { compact } from '../http/encode.ts';
import { entityTag } from '../http/entity-tag.ts';
import type { Reply } from '../http/reply.ts';

/** A web-standard answer as a reply, so that it can be sent again and again. */
export async function readyAnswer(answer: Response): Promise<Reply> {
  const plain = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    headers: {
      ...Object.fromEntries(answer.headers),
      'x-content-type-options': 'nosniff',
      ...(answer.status === 200 ? { etag: entityTag(plain) } : {}),
    },
    ...(await compact(plain, answer.headers.get('content-type') ?? '')),
  };
}
