import type { Locator, Page } from '@playwright/test';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture with the detail of a photograph: soft shapes, edges, and the noise of a sensor. */
export async function photo(page: Page, size: Size): Promise<Buffer> {
  const encoded = await page.evaluate(async ({ width, height }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    let state = 2654435761;
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
  }, size);
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
