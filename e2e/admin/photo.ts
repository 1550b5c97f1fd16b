import type { Locator, Page } from '@playwright/test';

interface PhotoOptions {
  readonly width: number;
  readonly height: number;
  readonly seed?: number;
}

/** A picture with the detail of a photograph: soft shapes, edges, and the noise of a sensor. */
export async function photo(page: Page, options: PhotoOptions): Promise<Buffer> {
  const encoded = await page.evaluate(async ({ width, height, seed = 1 }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    let state = seed * 2654435761;
    const random = () => {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ 0x9e3779b9;
      return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32;
    };
    const sky = context.createLinearGradient(0, 0, width, height);
    sky.addColorStop(0, `hsl(${random() * 360} 45% 70%)`);
    sky.addColorStop(1, `hsl(${random() * 360} 40% 30%)`);
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    for (let shape = 0; shape < 60; shape++) {
      context.filter = `blur(${shape % 3 === 0 ? width / 60 : 1}px)`;
      context.fillStyle = `hsl(${random() * 360} ${20 + random() * 40}% ${20 + random() * 60}% / 0.6)`;
      context.beginPath();
      const [x, y, radius] = [random() * width, random() * height, (random() * width) / 7];
      context.ellipse(x, y, radius, radius * (0.3 + random()), random() * 3, 0, 7);
      context.fill();
    }
    context.filter = 'none';
    const pixels = context.getImageData(0, 0, width, height);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const noise = (random() - 0.5) * 10;
      for (let channel = 0; channel < 3; channel++)
        pixels.data[at + channel] = (pixels.data[at + channel] ?? 0) + noise;
    }
    context.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, options);
  return Buffer.from(encoded);
}

/** Pastes a file as a browser does. */
export const pasteFile = (target: Locator, name: string, content: Buffer): Promise<void> =>
  target.evaluate(
    (element, [fileName, encoded]) => {
      const bytes = Uint8Array.from(atob(encoded ?? ''), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName ?? '', { type: 'image/jpeg' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [name, content.toString('base64')],
  );

/** A WebP that is twice as wide as high, red on its left, with an orientation in its EXIF by which it stands on its side. */
export async function sideways(page: Page, orientation: number): Promise<Buffer> {
  const encoded = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(80, 40);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.fillStyle = 'blue';
    context.fillRect(0, 0, 80, 40);
    context.fillStyle = 'red';
    context.fillRect(0, 0, 40, 40);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())];
  });
  const plain = Buffer.from(encoded);
  if (plain.toString('latin1', 12, 16) !== 'VP8X') throw new Error('the browser writes no extended header');
  const EXIF_FLAG = 8;
  plain.writeUInt8(plain.readUInt8(20) | EXIF_FLAG, 20);
  const exif = Buffer.from(
    `EXIF\x1a\0\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`,
    'latin1',
  );
  const webp = Buffer.concat([plain, exif]);
  webp.writeUInt32LE(webp.length - 8, 4);
  return webp;
}
