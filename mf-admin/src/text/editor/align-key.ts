import { EditorView } from '@codemirror/view';
import { alignTableHere } from './table-command.ts';

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
