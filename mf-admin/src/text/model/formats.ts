import type { TextTarget } from './text-target.ts';

/** Around what is selected: before it, what stands in its place where nothing is, and after it. */
const AROUND = { Bold: ['**', 'bold', '**'], Link: ['[', 'text', '](https://)'] } as const;
/** Before each selected line. */
const AT_LINES = { Heading: '## ', List: '- ' } as const;

export const FORMATS = ['Heading', 'Bold', 'List', 'Link'] as const;

type Format = (typeof FORMATS)[number];

/** Formats what is selected, in one step that can be undone, and selects what is to be typed. */
export function format(target: TextTarget | null, name: Format): void {
  if (!target) return;
  const { text, from, to } = target.read();
  if (name === 'Bold' || name === 'Link') {
    const [before, placeholder, after] = AROUND[name];
    const chosen = text.slice(from, to) || placeholder;
    target.write(text.slice(0, from) + before + chosen + after + text.slice(to));
    const start = from + before.length;
    if (name === 'Link' && to > from)
      target.select(start + chosen.length + 2, start + chosen.length + after.length - 1);
    else target.select(start, start + chosen.length);
    return;
  }
  const mark = AT_LINES[name];
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = to + (/^[^\n]*/.exec(text.slice(to))?.[0].length ?? 0);
  const lines = text.slice(start, end).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const formatted = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join('\n');
  target.write(text.slice(0, start) + formatted + text.slice(end));
  const last = start + formatted.length;
  target.select(lines.length > 1 ? start : last, last);
}
