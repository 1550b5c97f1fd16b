import type { EditorView } from '@codemirror/view';
import type { TextTarget } from '../../model/text-target.ts';

export const editorTarget = (view: EditorView): TextTarget => ({
  insert(text) {
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
  },
  remove(pattern) {
    const found = [...view.state.doc.toString().matchAll(pattern)];
    view.dispatch({ changes: found.map(({ index, 0: text }) => ({ from: index, to: index + text.length })) });
  },
});
