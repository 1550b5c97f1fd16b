import { createHash } from 'node:crypto';

/** Pictures kept in memory; one has about 40 KB. */
const MOST_KEPT = 200;

const keyOf = (svg: string) => createHash('sha256').update(svg).digest('base64url');

/** Turns SVG answers into PNG. The same drawing is painted once, as long as it is among the newest. */
export function createDrawings(draw: (svg: string) => Promise<Buffer<ArrayBuffer>>) {
  const painted = new Map<string, Promise<Buffer<ArrayBuffer>>>();

  function paint(svg: string) {
    const key = keyOf(svg);
    const known = painted.get(key);
    if (known) return known;
    const png = draw(svg);
    painted.set(key, png);
    png.catch(() => painted.delete(key));
    const [oldest] = painted.keys();
    if (painted.size > MOST_KEPT && oldest) painted.delete(oldest);
    return png;
  }

  return async (response: Response): Promise<Response> => {
    if (!response.headers.get('content-type')?.startsWith('image/svg+xml')) return response;
    const headers = new Headers(response.headers);
    headers.set('content-type', 'image/png');
    return new Response(await paint(await response.text()), { status: response.status, headers });
  };
}
