import { EditorView } from '@codemirror/view';
import type { TextTarget } from '../model/text-target.ts';

export const editorTarget = (view: EditorView): TextTarget => ({
  insert(text) {
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
  },
  remove(pattern) {
    const found = [...view.state.doc.toString().matchAll(pattern)];
    view.dispatch({ changes: found.map(({ index, 0: text }) => ({ from: index, to: index + text.length })) });
  },
  select(from, to) {
    const [anchor, head] = [from, to].map((place) => Math.min(place, view.state.doc.length)) as [number, number];
    view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  },
});
