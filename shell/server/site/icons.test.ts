import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { siteOf } from '@ki/shared/data/site.ts';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { siteRow } from '../testing/site-row.ts';
import { createIcons } from './icons.ts';
import { applyLook, FAVICON, lookOf, siteFile } from './look.ts';

const TOUCH_ICON = '/apple-touch-icon.png';

beforeAll(async () => {
  await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
});
afterEach(() => {
  applyLook(lookOf(UNNAMED_SITE));
  applyLook(lookOf(UNNAMED_SITE));
});

const draw = async (svg: string) => Buffer.from(new Resvg(svg).render().asPng());

function showLogo(type: string, body: string | Buffer): void {
  const logo = `data:${type};base64,${Buffer.from(body).toString('base64')}`;
  applyLook(lookOf(siteOf(siteRow({ logo }))));
}

async function pixelAt(png: unknown, left: number, top: number): Promise<number[]> {
  const area = sharp(png as Buffer).extract({ left, top, width: 1, height: 1 });
  return [...(await area.ensureAlpha().raw().toBuffer())];
}

test('the icon of phones has the logo on white, and another one when the logo changes', async () => {
  const icons = createIcons({ favicon: () => siteFile(FAVICON), rasterize: draw });
  showLogo(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path fill="#0f0" d="M0 0h2v1H0z"/></svg>',
  );
  const first = await icons(TOUCH_ICON);
  expect([await pixelAt(first?.body, 90, 90), await pixelAt(first?.body, 90, 5)]).toEqual([
    [0, 255, 0, 255],
    [255, 255, 255, 255],
  ]);
  expect(await icons(TOUCH_ICON)).toBe(first);
  showLogo(
    'image/png',
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  );
  expect(await pixelAt((await icons(TOUCH_ICON))?.body, 90, 90)).toEqual([255, 0, 0, 255]);
});

test('a failed drawing is stored nowhere, and the next request draws anew', async () => {
  let isBroken = true;
  const rasterize = (svg: string) => (isBroken ? Promise.reject(new Error('the worker ended')) : draw(svg));
  const icons = createIcons({ favicon: () => siteFile(FAVICON), rasterize });
  showLogo('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await icons(TOUCH_ICON)).toMatchObject({ status: 503, headers: { 'cache-control': 'private, no-store' } });
  expect(logged).toHaveBeenCalledOnce();
  isBroken = false;
  expect((await icons(TOUCH_ICON))?.status).toBe(200);
  expect(icons('/favicon.png')).toBeUndefined();
});
