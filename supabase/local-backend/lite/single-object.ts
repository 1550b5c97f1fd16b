import { ApiError, errorResponse } from '../http/api-error.ts';

const SINGLE = 'application/vnd.pgrst.object';

/** A write for one object that fits several rows is refused by lite, but kept; a limit of rows undoes it. */
export async function withUndoneWrites(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isWrite = request.method === 'PATCH' || request.method === 'DELETE';
  if (!isWrite || !request.headers.get('accept')?.includes(SINGLE)) return send(request);
  const headers = new Headers(request.headers);
  const preferences = headers.get('prefer');
  headers.set('prefer', [preferences, 'handling=strict', 'max-affected=1'].filter(Boolean).join(', '));
  const response = await send(new Request(request, { headers }));
  if (response.status !== 400) return response;
  const { code } = Object(await response.clone().json()) as { code?: unknown };
  if (code !== 'PGRST124') return response;
  return errorResponse(new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object'));
}
