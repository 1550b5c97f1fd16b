import { WebVTTParser } from 'webvtt-parser';
import { z } from '../../records/model/z.ts';

/** A file with one mistake often has many: the first ones show what to do. */
const MOST = 3;
const EXAMPLE = 'WEBVTT, an empty line, 00:00.000 --> 00:02.500, and below it the text';

const linesBefore = (typed: string) => typed.slice(0, typed.search(/\S/)).split('\n').length - 1;

function mistakesIn(typed: string): readonly string[] {
  const { cues, errors } = new WebVTTParser().parse(typed.trim(), 'captions');
  if (errors.length === 0 && cues.length === 0) return ['there is no cue.'];
  return errors.map(({ line, message }) => `line ${line + linesBefore(typed)}: ${message}`);
}

/** WebVTT as it is typed; the message names the lines with mistakes. */
export const webVtt = (label: string) =>
  z
    .string()
    .superRefine((typed, context) => {
      const mistakes = typed.trim() === '' ? [] : mistakesIn(typed);
      if (mistakes.length === 0) return;
      const message = `${label}, ${mistakes.slice(0, MOST).join(' ')} Expected: ${EXAMPLE}.`;
      context.addIssue({ code: 'custom', message });
    })
    .trim();
