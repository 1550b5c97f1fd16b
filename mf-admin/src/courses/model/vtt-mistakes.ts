import { WebVTTParser } from 'webvtt-parser';

const linesBefore = (typed: string) => typed.slice(0, typed.search(/\S/)).split('\n').length - 1;

/** The mistakes of a text as WebVTT, with its lines as they were typed. */
export function mistakesIn(typed: string): readonly string[] {
  const { cues, errors } = new WebVTTParser().parse(typed.trim(), 'captions');
  if (errors.length === 0 && cues.length === 0) return ['there is no cue.'];
  return errors.map(({ line, message }) => `line ${line + linesBefore(typed)}: ${message}`);
}
