import { limitedBody } from './limited-body.ts';

/** More than any answer of the database to one query. */
const MAX_BYTES = 16 * 1024 * 1024;

/** `fetch` that rejects a response with a longer body, so that no server fills the memory of the caller. */
export async function limitedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  maxBytes = MAX_BYTES,
): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const body = await limitedBody(response, maxBytes);
  const { status, statusText, headers } = response;
  if (body) return new Response(body, { status, statusText, headers });
  await response.body.cancel().catch(() => undefined);
  throw new Error(`${new URL(response.url).origin} answered more than ${maxBytes} bytes`);
}
