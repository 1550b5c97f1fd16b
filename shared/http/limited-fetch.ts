type Body = Pick<Request, 'body'> & { readonly headers: Pick<Headers, 'get'> };

/** The body of a request, or `null` as soon as it turns out to be longer than `limit` bytes. */
export async function limitedBody({ headers, body }: Body, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(headers.get('content-length')) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

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
