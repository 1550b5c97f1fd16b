import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer } from './pages.ts';

/** Stands in rendered documents where each answer gets a nonce of its own. Nobody outside this process knows it. */
export const NONCE_PLACE = `nonce-${randomUUID()}`;

/** The answer with a fresh nonce in its body and headers. */
export function withNonce({ status, headers, body }: Answer): Answer {
  const nonce = randomBytes(16).toString('base64');
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll(NONCE_PLACE, nonce)]);
  return { status, headers: Object.fromEntries(filled), body: body.replaceAll(NONCE_PLACE, nonce) };
}
