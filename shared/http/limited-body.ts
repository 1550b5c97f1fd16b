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
