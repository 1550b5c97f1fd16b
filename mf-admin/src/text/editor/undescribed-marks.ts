import { Decoration, EditorView } from '@codemirror/view';
import { placesOf, undescribedIn } from '@ki/shared/contract/pictures-in-text.ts';
import { color, font } from '@ki/shared/ui/theme.ts';
import { undescribed } from '../model/undescribed.ts';

const line = Decoration.line({ class: 'cm-undescribed' });

function marksIn({ state: { doc } }: EditorView) {
  if (undescribed.size === 0) return Decoration.none;
  const text = doc.toString();
  const places = undescribedIn(text).flatMap((id) => (undescribed.has(id) ? placesOf(text, id) : []));
  const lines = places.map(({ from }) => line.range(doc.lineAt(from).from));
  return Decoration.set(lines, true);
}

/** The lines of pictures without an alternative text, which the list below the text names, too. */
export const undescribedMarks = [
  EditorView.decorations.of(marksIn),
  EditorView.theme({
    '.cm-undescribed': { boxShadow: `inset 0.25rem 0 ${color.warning}` },
    '.cm-undescribed::after': { content: '" ← no alternative text"', color: color.warning, fontFamily: font.text },
  }),
];
