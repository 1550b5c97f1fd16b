import { asFailure, Failure } from './failure.ts';

/** Callers prove who they are with a bearer token, never with a cookie: any origin may ask. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-region',
  'access-control-max-age': '86400',
};

/** Answers a POST with what `work` returns, anything else and every failure with its reason. */
export async function answer(request: Request, work: () => Promise<object>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  try {
    if (request.method !== 'POST') {
      throw new Failure(405, 'Only POST is possible here.', { headers: { allow: 'POST, OPTIONS' } });
    }
    return json(200, await work());
  } catch (error) {
    const { status, message, details } = asFailure(error);
    const field = details.field === undefined ? {} : { field: details.field };
    return json(status, { success: false, error: message, ...field }, details.headers);
  }
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...CORS, 'cache-control': 'no-store', ...headers } });
}
