import type { DenoProcess } from './deno-process.ts';

/** The longest that a function may take, as on Supabase. */
const TIMEOUT = 150_000;

const FORWARDED = ['accept', 'apikey', 'authorization', 'content-type', 'x-client-info', 'x-region'];

/**
 * Hands a request to the router. A client that goes away does not end the call: a workflow that has begun shall end
 * as completed or failed.
 */
export async function callFunction(
  { url, token }: Pick<DenoProcess, 'url' | 'token'>,
  path: string,
  request: Request,
  timeout = TIMEOUT,
): Promise<Response> {
  const headers = new Headers({ 'x-router-token': token });
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  try {
    const body = hasBody ? await request.arrayBuffer() : null;
    const response = await fetch(`${url}${path}`, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    return withoutTransportHeaders(response);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return isLate ? failure(504, 'The function took too long') : failure(502, 'The function could not be reached');
  }
}

export function failure(status: number, message: string): Response {
  return Response.json({ code: 'function_unavailable', message, error: message }, { status });
}

/** The body arrives decoded and is measured and encoded anew for the client. */
function withoutTransportHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])
    headers.delete(name);
  return new Response(response.body, { status: response.status, headers });
}
