import type { Source } from '../_shared/sources.ts';

/** Stands in the draft where a number refers to nothing, for whoever edits it. */
const MISSING = '[Quelle fehlt]';

/** Code, and a number in square brackets that is not a link. */
const CODE_OR_NUMBER = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\[(\d{1,3})\](?![(:[])/g;

/** The text with its sources as a numbered list at the end; numbers without a source are marked. */
export function withSources(content: string, sources: readonly Source[]): string {
  const listed = sources.filter(({ url }, index) => sources.findIndex((other) => other.url === url) === index);
  const checked = content.replace(CODE_OR_NUMBER, (found, number?: string) => {
    if (number === undefined) return found;
    const place = listed.findIndex(({ url }) => url === sources[Number(number) - 1]?.url);
    return place < 0 ? MISSING : `[${place + 1}]`;
  });
  if (listed.length === 0) return checked;
  const lines = listed.map((source, index) => `${index + 1}. ${link(source)}`);
  return `${checked}\n\n## Quellen\n\n${lines.join('\n')}`;
}

function link({ url, title }: Source): string {
  const text = (title ?? url).replace(/\s+/g, ' ').replace(/[\\[\]*_`<>]/g, '\\$&');
  return `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}
