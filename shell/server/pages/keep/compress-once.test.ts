import v8 from 'node:v8';
import vm from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encode } from '../../http/encode.ts';
import { compressOnce } from './compress-once.ts';
import { NONCE_PLACE, newNonce } from './nonce.ts';

const WORDS = 'Kurs Übung ﬁndet 😀 <p> =="> nonce=" statt == &amp; \n\n 79 QX'.split(' ');

/** Text that is different for each seed, and the same for the same. */
function prose(seed: number, words: number): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
  return Array.from({ length: words }, () => WORDS[next(WORDS.length)] + next(1_000).toString(36)).join(' ');
}

function pageOf(seed: number): string {
  const parts = Array.from(
    { length: 1 + (seed % 20) },
    (_, index) =>
      `<style nonce="${NONCE_PLACE}">${prose(seed + index, 30)}</style><p>${prose(seed - index, seed * 9)}</p>` +
      `<script defer src="/${index}.js" nonce="${NONCE_PLACE}" crossorigin></script>`,
  );
  return `<!doctype html><meta property="csp-nonce" nonce="${NONCE_PLACE}">${parts.join('')}`;
}

const filled = (page: string, nonce: string) => page.replaceAll(NONCE_PLACE, nonce);
const withoutNonce = (page: string) => page.replaceAll(NONCE_PLACE, '');

test.each([1, 2, 7, 20, 39, 60])('a page is compressed once for every nonce (%s)', async (seed) => {
  const page = pageOf(seed);
  const fill = await compressOnce(page);
  for (const nonce of Array.from({ length: 20 }, newNonce)) {
    expect(brotliDecompressSync(fill?.(nonce) ?? '').toString()).toBe(filled(page, nonce));
  }
});

test('compressed once, a page is hardly larger than compressed for one answer', async () => {
  const page = pageOf(39);
  const { content } = await encode(filled(page, newNonce()), 'br');
  expect((await compressOnce(page))?.(newNonce()).length).toBeLessThan(content.length * 1.03);
});

test('a text that resembles what stands for the nonce is left alone, or filled in well', async () => {
  for (let from = 0; from < NONCE_PLACE.length - 3; from += 1) {
    const page = pageOf(5) + NONCE_PLACE.slice(from, from + 9).repeat(3);
    const nonce = newNonce();
    const fill = await compressOnce(page);
    if (fill) expect(brotliDecompressSync(fill(nonce)).toString()).toBe(filled(page, nonce));
  }
});

test('a page without a nonce is not compressed for one', async () => {
  expect(await compressOnce(withoutNonce(pageOf(3)))).toBeNull();
  expect(await compressOnce('')).toBeNull();
});

/** Bytes of all buffers that something still points to. */
function heldBytes(): number {
  v8.setFlagsFromString('--expose-gc');
  const collect: () => void = vm.runInNewContext('gc');
  // What one collection lets go is freed beside the program; the next waits until that is done.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

test('compressed once, a page holds the memory of its compressed form and no more', async () => {
  const page = pageOf(19);
  const before = heldBytes();
  const kept = [];
  for (let index = 0; index < 100; index += 1) kept.push(await compressOnce(page));
  const held = heldBytes() - before;
  const sizes = kept.map((fill) => fill?.(newNonce()).length ?? 0);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(held).toBeLessThan(1.5 * sizes.reduce((sum, size) => sum + size));
});
