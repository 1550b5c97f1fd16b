import type { EditorView } from '@codemirror/view';
import type { Section } from './structure.ts';

const shareOf = (value: number, from: number, to: number): number =>
  to > from ? Math.min(1, Math.max(0, (value - from) / (to - from))) : 0;

/** The preview's parts, one for each section. */
const partsOf = (preview: HTMLElement) => [...preview.querySelectorAll<HTMLElement>('[data-section]')];

/** The section at the reading line, and the share above it. The line moves from the top of the window to its bottom. */
function placeIn(view: EditorView, sections: readonly Section[]) {
  const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM;
  const height = scrollHeight * shareOf(scrollTop, 0, scrollHeight - clientHeight);
  const tops = sections.map(({ from }, index) => (index === 0 ? 0 : view.lineBlockAt(from).top));
  const index = Math.max(
    0,
    tops.findLastIndex((top) => top <= height),
  );
  return { index, share: shareOf(height, tops[index] ?? 0, tops[index + 1] ?? scrollHeight) };
}

export function followScroll(view: EditorView, sections: readonly Section[], preview: HTMLElement): void {
  const parts = partsOf(preview);
  // While the preview is behind, its parts are others.
  if (parts.length !== sections.length) return;
  const { index, share } = placeIn(view, sections);
  const zero = preview.getBoundingClientRect().top - preview.scrollTop;
  const topOf = (part: HTMLElement | undefined) =>
    part ? part.getBoundingClientRect().top - zero : preview.scrollHeight;
  const top = index === 0 ? 0 : topOf(parts[index]);
  const target = top + share * (topOf(parts[index + 1]) - top);
  preview.scrollTop = target * (1 - preview.clientHeight / preview.scrollHeight);
}
