import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';

/** Pictures kept in memory; one has about 40 KB. */
const MOST_KEPT = 200;

const require = createRequire(import.meta.url);
/** The only typeface of drawings, so that they look the same on every machine. */
const FONT = {
  fontFiles: [
    require.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
    require.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  ],
  defaultFontFamily: 'Source Serif 4',
  loadSystemFonts: false,
};

const keyOf = (svg: string) => createHash('sha256').update(svg).digest('base64url');

/** Turns an SVG answer into a PNG. The same drawing is painted once, as long as it is among the newest. */
export function drawPng() {
  const painted = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  function paint(svg: string) {
    const key = keyOf(svg);
    const known = painted.get(key);
    if (known) return known;
    const png = renderAsync(svg, { font: FONT }).then((image) => new Uint8Array(image.asPng()));
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
