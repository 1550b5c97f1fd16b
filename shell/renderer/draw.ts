import { initWasm, Resvg } from '@resvg/resvg-wasm';

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

let font: { fontBuffers: Uint8Array[]; defaultFontFamily: string; loadSystemFonts: false } | undefined;

/** Takes the library that draws, which is WebAssembly and so needs no more rights than any script, and its typeface. */
export async function prepareDrawing(library: string, fonts: readonly string[]): Promise<void> {
  await initWasm(fromBase64(library));
  font = { fontBuffers: fonts.map(fromBase64), defaultFontFamily: 'Source Serif 4', loadSystemFonts: false };
}

/** A drawing as PNG. */
export function draw(svg: string): Buffer<ArrayBuffer> {
  if (!font) throw new Error('nothing to draw with was handed over');
  const drawing = new Resvg(svg, { font });
  const image = drawing.render();
  try {
    return Buffer.from(image.asPng());
  } finally {
    image.free();
    drawing.free();
  }
}
