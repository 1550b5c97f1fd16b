import { syntaxTree } from '@codemirror/language';
import type { EditorState, StateCommand } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** An indentation, or the marks of a quotation. */
const MARGIN = /^[\s>]*/;

interface TableLine {
  readonly from: number;
  /** Without its margin. */
  readonly text: string;
}

function tableLines(state: EditorState): readonly TableLine[] | null {
  const tree = syntaxTree(state);
  for (const side of [1, -1] as const) {
    let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(state.selection.main.head, side);
    while (node && node.name !== 'Table') node = node.parent;
    if (!node) continue;
    const { from: start } = node;
    const first = state.doc.lineAt(start).number;
    const last = state.doc.lineAt(node.to).number;
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const { from, text } = state.doc.line(first + index);
      const margin = index === 0 ? start - from : (MARGIN.exec(text)?.[0].length ?? 0);
      return { from: from + margin, text: text.slice(margin) };
    });
  }
  return null;
}

async function align(editor: Parameters<StateCommand>[0]): Promise<void> {
  const { alignTable } = await import(/* webpackChunkName: "admin-table" */ './align-table.ts');
  const lines = tableLines(editor.state) ?? [];
  const changes = alignTable(lines.map(({ text }) => text)).map(({ line, from, to, insert }) => {
    const start = lines[line]?.from ?? 0;
    return { from: start + from, to: start + to, insert };
  });
  editor.dispatch(editor.state.update({ changes, userEvent: 'input.format', scrollIntoView: true }));
}

/** Lines up the columns of the table under the cursor, as soon as the code for it is loaded. */
export const alignTableHere: StateCommand = (editor) => {
  if (!tableLines(editor.state)) return false;
  align(editor).catch((error: unknown) => console.error('editor:', error));
  return true;
};

/** On a Mac, Option makes another letter of a key, so that its place has to say which one it is. */
const isF = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key.toLowerCase() === 'f' : code === 'KeyF');

/** Alt+Shift+F aligns a table, and types nothing without one. */
export const alignKey = EditorView.domEventHandlers({
  keydown(event, view) {
    const { altKey, shiftKey, ctrlKey, metaKey } = event;
    if (!altKey || !shiftKey || ctrlKey || metaKey || !isF(event)) return false;
    event.preventDefault();
    alignTableHere(view);
    return true;
  },
});
