import { libraryAddress } from '@ki/shared/contract/pictures.ts';

/** Where somebody writes: the plain text area, or the editor. */
export interface TextTarget {
  insert(text: string): void;
  /** Removes what matches; the cursor stays where it is. */
  remove(pattern: RegExp): void;
  /** Selects a part, scrolls to it and moves the focus there. */
  select(from: number, to: number): void;
}

export const pictureMarkdown = (id: string, alt: string): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&')}](${libraryAddress(id)})`;

const ADDRESS = /\/_pictures\/([0-9a-f-]{36})/g;
const WITH_TEXT =
  /!\[(?=[^\]]*[^\s\]])(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*\]\(\s*<?[^\s<>()]*\/_pictures\/[0-9a-f-]{36}/g;
/** The label of a reference is the text of a picture that has no other. */
const REFERENCE = /\[(?:[^[\]\\]|\\.)+\]:\s*<?[^\s<>()]*\/_pictures\/[0-9a-f-]{36}/g;
/** A link around a picture, which has its text. */
const LINK = /\)\]\(\s*<?[^\s<>()]*\/_pictures\/[0-9a-f-]{36}/g;
const WITHOUT_OWN = /!\[\s*\]\[/;

/** The ids of pictures that a text names where it shows no alternative text. `private.uses_in` decides. */
export function undescribedIn(text: string): readonly string[] {
  const others = text.replace(LINK, ')').replace(WITH_TEXT, '');
  const unsure = WITHOUT_OWN.test(text) ? others : others.replace(REFERENCE, '');
  return [...new Set([...unsure.matchAll(ADDRESS)].flatMap(([, id]) => id ?? []))];
}

/** A picture in a text, whatever its alternative text is by now. */
export const pictureIn = (id: string): RegExp => new RegExp(`!\\[[^\\]]*\\]\\(${libraryAddress(id)}\\)`, 'g');

/** How far below the top of a text area a place of its text is: browsers do not scroll to a selection by a script. */
function heightOf(area: HTMLTextAreaElement, at: number): number {
  const copy = area.cloneNode() as HTMLTextAreaElement;
  copy.removeAttribute('id');
  copy.removeAttribute('name');
  copy.value = area.value.slice(0, at);
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    blockSize: '0',
    minBlockSize: '0',
    inlineSize: `${area.offsetWidth}px`,
  });
  area.after(copy);
  const { scrollHeight } = copy;
  copy.remove();
  return scrollHeight;
}

export const textAreaTarget = (area: HTMLTextAreaElement): TextTarget => {
  const change = (text: string, from: number, to: number, mode: SelectionMode) => {
    area.setRangeText(text, from, to, mode);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return {
    select(from, to) {
      area.setSelectionRange(from, to);
      area.focus();
      area.scrollTop = heightOf(area, from) - area.clientHeight / 2;
    },
    insert: (text) => change(text, area.selectionStart, area.selectionEnd, 'end'),
    remove(pattern) {
      for (const { index, 0: found } of [...area.value.matchAll(pattern)].reverse()) {
        change('', index, index + found.length, 'preserve');
      }
    },
  };
};
