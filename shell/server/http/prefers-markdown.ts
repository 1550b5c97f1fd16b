const MARKDOWN = 'text/markdown';
const RANGES = {
  html: ['text/html', 'text/*', '*/*'],
  markdown: [MARKDOWN, 'text/*', '*/*'],
} as const;

function qualities(accept: string): ReadonlyMap<string, number> {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return [type, quality === undefined ? 1 : Number(quality.slice(2)) || 0] as const;
  });
  return new Map(ranges);
}

/** Whether a client ranks Markdown above HTML; a browser never does, and an equal rank means HTML. */
export function prefersMarkdown(accept: string | null): boolean {
  if (!accept?.toLowerCase().includes(MARKDOWN)) return false;
  const known = qualities(accept);
  const quality = (ranges: readonly string[]) => known.get(ranges.find((range) => known.has(range)) ?? '') ?? 0;
  return quality(RANGES.markdown) > quality(RANGES.html);
}
