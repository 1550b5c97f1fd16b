import { defaultKeymap, history, historyField, historyKeymap, isolateHistory } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap } from '@codemirror/view';
import { placesOf, undescribedIn } from '@ki/shared/contract/pictures-in-text.ts';
import { changeOf } from '@ki/shared/format/change-of.ts';
import { color, font } from '@ki/shared/ui/theme.ts';
import type { TextTarget } from '../model/text-target.ts';
import { undescribed } from '../model/undescribed.ts';
import { alignKey } from './table-command.ts';
import { theme } from './theme.ts';

/** The state of an editor with its undo history, as CodeMirror writes it. */
export type KeptState = unknown;

const MOST = 10;

/** In memory: an undo history lasts over saves, until the page is left. */
const states = new Map<string, KeptState>();

export const keptState = (key: string): KeptState => states.get(key);

export function keepState(key: string, state: KeptState): void {
  states.delete(key);
  states.set(key, state);
  for (const oldest of states.keys()) {
    if (states.size <= MOST) return;
    states.delete(oldest);
  }
}

const FIELDS = { history: historyField };

/** Marks a change that comes from the form, such as restored input. */
export const fromForm = Annotation.define<boolean>();

const LETTER = /[\p{L}\p{N}]/u;

/** A single star between letters or digits is itself, as in the one reading of Markdown. */
const starInWord: NonNullable<Parameters<typeof markdown>[0]>['extensions'] = {
  parseInline: [
    {
      name: 'StarInWord',
      before: 'Emphasis',
      parse: (line, _code, at) => {
        const [before = '', star, after = ''] = line.slice(at - 1, at + 2);
        return at > line.offset && star === '*' && LETTER.test(before) && LETTER.test(after) ? at + 1 : -1;
      },
    },
  ],
};

const line = Decoration.line({ class: 'cm-undescribed' });

function marksIn({ state: { doc } }: EditorView) {
  if (undescribed.size === 0) return Decoration.none;
  const text = doc.toString();
  const places = undescribedIn(text).flatMap((id) => (undescribed.has(id) ? placesOf(text, id) : []));
  const lines = places.map(({ from }) => line.range(doc.lineAt(from).from));
  return Decoration.set(lines, true);
}

/** The lines of pictures without an alternative text, which the list below the text names, too. */
const undescribedMarks = [
  EditorView.decorations.of(marksIn),
  EditorView.theme({
    '.cm-undescribed': { boxShadow: `inset 0.25rem 0 ${color.warning}` },
    '.cm-undescribed::after': { content: '" ← no alternative text"', color: color.warning, fontFamily: font.text },
  }),
];

// Tab is not bound: it moves the focus on, as in a text area.
const behaviour = [
  history(),
  markdown({ base: markdownLanguage, completeHTMLTags: false, extensions: starInWord }),
  search({ top: true }),
  EditorView.lineWrapping,
  alignKey,
  undescribedMarks,
  keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
  theme,
];

export function stateWith(text: string, kept: KeptState, extra: Extension): EditorState {
  const extensions = [behaviour, extra];
  return kept ? EditorState.fromJSON(kept, { extensions }, FIELDS) : EditorState.create({ doc: text, extensions });
}

export const toKept = (state: EditorState): KeptState => state.toJSON(FIELDS);

const isolated = isolateHistory.of('full');

/** Replaces what differs, in one step that can be undone. */
export function showText(view: EditorView, typed: string): void {
  const before = view.state.doc.toString();
  const text = typed.replace(/\r\n?/g, '\n');
  if (text === before) return;
  view.dispatch({ changes: changeOf(before, text), annotations: [fromForm.of(true), isolated] });
}

export const editorTarget = (view: EditorView): TextTarget => ({
  read() {
    const { from, to } = view.state.selection.main;
    return { text: view.state.doc.toString(), from, to };
  },
  holds: (place) => view.contentDOM.contains(place as Node),
  insert(text) {
    const change = view.state.replaceSelection(text);
    view.dispatch(change, { userEvent: 'input.paste', scrollIntoView: true, annotations: isolated });
  },
  write(text) {
    const changes = view.state.changes(changeOf(view.state.doc.toString(), text));
    view.dispatch({ changes, selection: view.state.selection.map(changes, 1), annotations: isolated });
  },
  select(from, to) {
    const [anchor, head] = [from, to].map((place) => Math.min(place, view.state.doc.length)) as [number, number];
    view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  },
});
