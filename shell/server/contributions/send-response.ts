import type { IncomingMessage, ServerResponse } from 'node:http';
import { takesBrotli } from '../http/encode.ts';
import { sendEncoded } from '../http/http.ts';
import type { ReadyAnswer } from './ready-answer.ts';

function isKnown(request: IncomingMessage, tag: string | undefined): boolean {
  return tag !== undefined && (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(tag);
}

/** Sends an answer as the client accepts it; without its body when the client has it already. */
export function sendResponse(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const { status, headers, plain, compressed } = answer;
  if (isKnown(request, headers.etag)) {
    response.writeHead(304, { ...headers, vary: 'accept-encoding' }).end();
    return;
  }
  const isBrotli = compressed !== null && takesBrotli(request.headers['accept-encoding'] ?? '');
  const encoded = isBrotli ? ({ content: compressed, encoding: 'br' } as const) : { content: plain };
  sendEncoded(request, response, { status, headers }, encoded);
}
