import { z } from 'zod/mini';

/** A file with one mistake often has many: the first ones show what to do. */
const MOST = 3;
const EXAMPLE = 'WEBVTT, an empty line, 00:00.000 --> 00:02.500, and below it the text';

/** The parser is loaded when somebody saves captions. */
async function problemWith(typed: string): Promise<string | null> {
  try {
    const { mistakesIn } = await import(/* webpackChunkName: "admin-vtt-mistakes" */ './vtt-mistakes.ts');
    const mistakes = mistakesIn(typed);
    return mistakes.length === 0 ? null : `${mistakes.slice(0, MOST).join(' ')} Expected: ${EXAMPLE}.`;
  } catch (error) {
    console.error('check of captions:', error);
    return 'which could not be checked, as the check did not load. Please save again.';
  }
}

/** WebVTT as it is typed; the message names the lines with mistakes. */
export const webVtt = (label: string) =>
  z.string().check(
    z.superRefine(async (typed, context) => {
      const problem = typed.trim() === '' ? null : await problemWith(typed);
      if (problem !== null) context.addIssue({ code: 'custom', message: `${label}, ${problem}` });
    }),
    z.trim(),
  );
