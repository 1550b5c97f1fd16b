export const SITEMAP = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/;
/** https://llmstxt.org: what programs that read texts find here. */
export const LLMS = '/llms.txt';

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const response = (status: number, body: string, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': type, 'cache-control': 'no-cache', ...headers } });

export const xmlResponse = (body: string) => response(200, body, XML);
export const textResponse = (body: string) => response(200, body, TEXT);
export const unavailable = () =>
  response(503, 'Zurzeit nicht verfügbar.\n', TEXT, { 'cache-control': 'no-store', 'retry-after': '5' });
