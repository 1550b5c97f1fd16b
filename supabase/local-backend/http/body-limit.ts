import { Refusal, type Service } from './refusal.ts';

const MEGABYTE = 1024 * 1024;

const limits: Record<Service, number> = { rest: MEGABYTE, auth: MEGABYTE, functions: 10 * MEGABYTE };

/** The request with its body read, refused as soon as the body turns out longer than its service takes. */
export async function withLimitedBody(request: Request, service: Service): Promise<Request> {
  if (!request.body) return request;
  const limit = limits[service];
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) });
}

function tooLarge(limit: number): Refusal {
  return new Refusal(413, 'request_too_large', `The request body is larger than ${limit / MEGABYTE} MB.`, {
    connection: 'close',
  });
}
