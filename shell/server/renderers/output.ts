import type { Readable } from 'node:stream';

const LONGEST = 2_000;
const MOST = 200;
const PER_MS = 10_000;

export type Level = 'info' | 'warn' | 'error';
export type OnSaid = (level: Level, words: string) => void;

/** Hands on no more of what a renderer says than a log can take. */
export function limitedWords(onSaid: OnSaid): OnSaid {
  let heard = 0;
  let since = performance.now();
  return (level, words) => {
    if (performance.now() - since > PER_MS) [heard, since] = [0, performance.now()];
    heard += 1;
    if (heard <= MOST) onSaid(level, words.slice(0, LONGEST));
    else if (heard === MOST + 1) onSaid('warn', 'a renderer says more than a log can take: the rest is left out');
  };
}

/** Hands on what a renderer prints past its console, line by line: why Node.js itself ended it, for one. */
export function hearLines(stream: Readable | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()?.slice(0, LONGEST) ?? '';
    for (const line of lines) if (line.trim()) take(line);
  });
  stream?.on('end', () => rest && take(rest));
}
