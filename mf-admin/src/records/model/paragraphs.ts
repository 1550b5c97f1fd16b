/** A text is `lead`, then each block followed by its gap. */
export interface Paragraphs {
  readonly lead: string;
  /** Lines between blank lines. A fenced code is in one block, blank lines included. */
  readonly blocks: readonly string[];
  /** The line end of each block and the blank lines after it; the last one ends the text. */
  readonly gaps: readonly string[];
  /** The last fence is not closed: a paragraph after the last block would become code. */
  readonly endsInFence: boolean;
}

const LINES = /[^\n]*\n|[^\n]+/g;
/** Also in quotations and list items. */
const OPENING = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?!.*`)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/** The open fence after a line, '' when there is none. */
function fenceAfter(line: string, fence: string): string {
  if (fence === '') return OPENING.exec(line)?.[1] ?? '';
  return CLOSING.exec(line)?.[1]?.startsWith(fence) ? '' : fence;
}

export function paragraphsOf(text: string): Paragraphs {
  const blocks: string[] = [];
  const gaps: string[] = [];
  let [lead, block, fence] = ['', '', ''];
  const endBlock = () => {
    if (block === '') return;
    const [end = ''] = /\r?\n$/.exec(block) ?? [];
    blocks.push(block.slice(0, block.length - end.length));
    gaps.push(end);
    block = '';
  };
  for (const line of text.match(LINES) ?? []) {
    if (fence !== '' || line.trim() !== '') {
      block += line;
      fence = fenceAfter(line, fence);
      continue;
    }
    endBlock();
    if (gaps.length === 0) lead += line;
    else gaps[gaps.length - 1] += line;
  }
  endBlock();
  return { lead, blocks, gaps, endsInFence: fence !== '' };
}

export type LineEnd = '\n' | '\r\n' | 'mixed';

/** Null for a text of one line. */
export function lineEndOf(text: string): LineEnd | null {
  const all = text.split('\n').length - 1;
  const pairs = text.split('\r\n').length - 1;
  if (all === 0) return null;
  if (pairs === 0) return '\n';
  return pairs === all ? '\r\n' : 'mixed';
}
