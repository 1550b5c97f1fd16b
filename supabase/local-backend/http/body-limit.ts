import { limitedBody } from '@ki/shared/http/limited-body.ts';
import { Refusal, type Service } from './refusal.ts';

const MEGABYTE = 1024 * 1024;

const limits: Record<Service, number> = { rest: MEGABYTE, auth: MEGABYTE, functions: 10 * MEGABYTE };

/** The request with its body read, refused as soon as the body turns out longer than its service takes. */
export async function withLimitedBody(request: Request, service: Service): Promise<Request> {
  if (!request.body) return request;
  const limit = limits[service];
  const body = await limitedBody(request, limit);
  if (!body) throw tooLarge(limit);
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body });
}

function tooLarge(limit: number): Refusal {
  return new Refusal(413, 'request_too_large', `The request body is larger than ${limit / MEGABYTE} MB.`, {
    connection: 'close',
  });
}
