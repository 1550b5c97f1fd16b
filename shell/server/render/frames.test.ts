import { expect, test } from 'vitest';
import { framed, frameReader } from './frames.ts';

function read(bytes: Buffer, atOnce: number, limit = 1_000): unknown[] {
  const messages: unknown[] = [];
  const take = frameReader(limit, (message) => messages.push(message));
  for (let at = 0; at < bytes.length; at += atOnce) take(bytes.subarray(at, at + atOnce));
  return messages;
}

const sent = [{ text: 'Grüße' }, { bytes: Buffer.from('ä\u2028') }, {}, { kind: 'both', bytes: Buffer.alloc(300, 7) }];
const whole = (message: object) => Buffer.concat(framed(message));
const bytes = Buffer.concat(sent.map(whole));

test.each([1, 3, 7, 1_000])('messages arrive whole and in order in chunks of %i bytes', (atOnce) => {
  expect(read(bytes, atOnce)).toEqual(sent);
});

test('a message that is too long is refused by its length alone', () => {
  expect(() => read(whole({ text: 'x'.repeat(2_000) }).subarray(0, 8), 8)).toThrow('2011 bytes; expected at most 1000');
  expect(() => read(whole({ bytes: Buffer.alloc(999) }).subarray(0, 8), 8)).toThrow(
    '1001 bytes; expected at most 1000',
  );
});

test('a message without valid JSON is refused', () => {
  expect(() => read(Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 255]), 9)).toThrow();
});
