import { plainText } from '@ki/shared/format/plain-text.ts';

const WORDS_A_MINUTE = 200;

/** How long reading takes, in whole minutes, at least one. */
export function readingMinutes(markdown: string): number {
  const words = plainText(markdown).split(' ').filter(Boolean).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
