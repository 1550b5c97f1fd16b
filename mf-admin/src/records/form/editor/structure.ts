import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export interface Heading {
  readonly from: number;
  readonly level: number;
  readonly text: string;
}

/** A part of the text from a first- or second-level heading to the next one. */
export interface Section {
  readonly from: number;
  readonly source: string;
}

export interface Structure {
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

const HEADING = /^(?:ATX|Setext)Heading([1-6])$/;
const MARKS = /^#+[ \t]*|[ \t]+#+[ \t]*$|\n.*$|[*_`]/gs;
/** Footnotes and the addresses of references belong to the whole text. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const PATIENCE_MS = 20;

function headingsOf(state: EditorState): Heading[] {
  const tree = ensureSyntaxTree(state, state.doc.length, PATIENCE_MS) ?? syntaxTree(state);
  const headings: Heading[] = [];
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    const level = HEADING.exec(node.name)?.[1];
    if (level === undefined) continue;
    const text = state.sliceDoc(node.from, node.to).replace(MARKS, '').trim();
    if (text !== '') headings.push({ from: node.from, level: Number(level), text });
  }
  return headings;
}

/** The preview renders a changed section only. Deeper headings depend on those above them, so they stay together. */
function sectionsOf(state: EditorState, headings: readonly Heading[]): Section[] {
  const text = state.doc.toString();
  const starts = DEFINITION.test(text) ? [] : headings.filter(({ level }) => level <= 2).map(({ from }) => from);
  const froms = [0, ...starts.filter((from) => from > 0)];
  return froms
    .map((from, index) => ({ from, source: text.slice(from, froms[index + 1]) }))
    .filter(({ source }, index) => index > 0 || source.trim() !== '' || froms.length === 1);
}

export function structureOf(state: EditorState): Structure {
  const headings = headingsOf(state);
  return { headings, sections: sectionsOf(state, headings) };
}
