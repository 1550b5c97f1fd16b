const WORDS_PER_MINUTE = 200;

/** The number of words of a plain text. */
export const wordsIn = (text: string): number => text.split(' ').filter(Boolean).length;

export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE));
