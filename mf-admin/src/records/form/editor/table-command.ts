import { syntaxTree } from '@codemirror/language';
import type { StateCommand } from '@codemirror/state';
import { alignTable } from '../../model/align-table.ts';

/** Lines up the columns of the table under the cursor. */
export const alignTableHere: StateCommand = ({ state, dispatch }) => {
  const { head } = state.selection.main;
  const tree = syntaxTree(state);
  for (const side of [1, -1] as const) {
    let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(head, side);
    while (node && node.name !== 'Table') node = node.parent;
    if (!node) continue;
    const first = state.doc.lineAt(node.from).number;
    const last = state.doc.lineAt(node.to).number;
    const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
    const changes = alignTable(lines.map(({ text }) => text)).map(({ line, from, to, insert }) => {
      const start = lines[line]?.from ?? 0;
      return { from: start + from, to: start + to, insert };
    });
    dispatch(state.update({ changes, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  }
  return false;
};
