const XML = 'application/xml; charset=utf-8';

/** Answers that are not pages. Clients may keep them but must ask whether they are still right. */
const answer = (status: number, body: string, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': type, 'cache-control': 'no-cache', ...headers } });

export const xmlAnswer = (body: string) => answer(200, body, XML);
export const textAnswer = (body: string) => answer(200, body, 'text/plain; charset=utf-8');
export const unavailable = () =>
  answer(503, 'Zurzeit nicht verfügbar.\n', 'text/plain; charset=utf-8', {
    'cache-control': 'no-store',
    'retry-after': '5',
  });
