import type { Source } from '../_shared/sources.ts';
import { replaceCitations } from './citations.ts';

/** Stands in the draft where a number refers to nothing, for whoever edits it. */
const MISSING = '[Quelle fehlt]';

/** The text with its sources as a numbered list at the end; numbers without a source are marked. */
export function withSources(content: string, sources: readonly Source[]): string {
  const listed = sources.filter(({ url }, index) => sources.findIndex((other) => other.url === url) === index);
  const placeOf = (number: number) => listed.findIndex(({ url }) => url === sources[number - 1]?.url) + 1;
  const checked = replaceCitations(content, (numbers, found) => {
    const places = numbers.map(placeOf);
    const isRight =
      numbers.every((number, index) => number > 0 && number === places[index]) && /^\[\d[^[\]^]*\]$/.test(found);
    return isRight ? found : [...new Set(places)].map((place) => (place > 0 ? `[${place}]` : MISSING)).join('');
  });
  if (listed.length === 0) return checked;
  const lines = listed.map((source, index) => `${index + 1}. ${link(source)}`);
  return `${checked}\n\n## Quellen\n\n${lines.join('\n')}`;
}

function link({ url, title }: Source): string {
  const text = (title ?? url).replace(/\s+/g, ' ').replace(/[\\[\]*_`<>]/g, '\\$&');
  return `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}
