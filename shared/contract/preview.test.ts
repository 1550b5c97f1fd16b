import { expect, test } from 'vitest';
import { previewAddress, previewAt } from './preview.ts';

const TOKEN = '0123456789abcdef'.repeat(4);
const LESSON = '30000000-0000-4000-8000-000000000001';

test('an address has a token, and for a lesson its id', () => {
  expect(previewAt(previewAddress(TOKEN))).toEqual({ token: TOKEN, lesson: null });
  expect(previewAt(`/preview/${TOKEN}/lessons/${LESSON}`)).toEqual({ token: TOKEN, lesson: LESSON });
});

test.each([
  '/preview/',
  `/preview/${TOKEN}0`,
  `/preview/${TOKEN.slice(1)}`,
  `/preview/${TOKEN.toUpperCase()}`,
  `/preview/${TOKEN}/`,
  `/preview/${TOKEN}.md`,
  `/preview/${TOKEN}/lessons/1`,
  `/preview/${TOKEN}/lessons/${LESSON}/captions.vtt`,
  `/x/preview/${TOKEN}`,
])('%s is the address of no preview', (pathname) => expect(previewAt(pathname)).toBeNull());
