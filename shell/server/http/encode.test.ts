import { expect, test } from 'vitest';
import { compressed, encodeNow } from './encode.ts';

const page = (text: string) => compressed(`<p>${text.repeat(1_000)}</p>`, 'text/html');

test('responses that are sent at the same time, unpacked, share one text', async () => {
  const [one, other] = [await page('eins'), await page('zwei')];
  const sent = await Promise.all([encodeNow(one, undefined), encodeNow(one, undefined)]);
  const later = await encodeNow(one, undefined);
  expect(new Set([...sent, later].map(({ bytes }) => bytes)).size).toBe(1);
  expect(later.bytes.toString()).toContain('eins');
  expect((await encodeNow(other, undefined)).bytes.toString()).toContain('zwei');
});
