import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../http/reply.ts';
import type { WebRequest } from '../http/web-request.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** What this machine calls itself: a browser led here by somebody else's name asks with that name, as many proxies do. */
const OWN_NAME = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;
/** By each of these a proxy says that it asks for somebody else. */
const FORWARDING =
  /^(?:forwarded$|via$|x-forwarded-|x-real-ip$|x-client-ip$|x-original-|true-client-ip$|cf-|fly-|fastly-)/;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In a time that says nothing of how much of it was right. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

/** Whether a request was made on this machine: behind a proxy here, everybody's comes from loopback. */
const isDirectFromHere = ({ headers }: WebRequest, { address }: Context): boolean =>
  LOOPBACK.test(address) &&
  OWN_NAME.test(headers.get('host') ?? '') &&
  ![...headers.keys()].some((name) => FORWARDING.test(name));

/**
 * Whether a request may read the metrics: who has the token, and without it who asks from this machine.
 * See docs/decisions/0019.
 */
export function mayReadMetrics(request: WebRequest, context: Context, token: string | undefined): boolean {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return isDirectFromHere(request, context);
  return token !== undefined && isSame(authorization.replace(/^bearer +/i, ''), token);
}
