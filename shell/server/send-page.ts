import type { IncomingMessage, ServerResponse } from 'node:http';
import { takesBrotli } from './encode.ts';
import { send, sendEncoded } from './http.ts';
import { headersWith, NONCE_PLACE, newNonce } from './nonce.ts';
import type { Answer } from './pages.ts';

/** Sends a page with a nonce that no other answer has. */
export async function sendPage(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, body, fill } = answer;
  const nonce = newNonce();
  const head = { status, headers: headersWith(nonce, answer) };
  if (fill && takesBrotli(request.headers['accept-encoding'] ?? '')) {
    sendEncoded(request, response, head, { content: fill(nonce), encoding: 'br' });
  } else {
    await send(request, response, { ...head, body: body.replaceAll(NONCE_PLACE, nonce) });
  }
}
