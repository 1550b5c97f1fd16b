import { libraryAddress } from '@ki/shared/contract/pictures.ts';

/** Where somebody writes: the plain text area, or the editor. */
export interface TextTarget {
  /** Replaces the selection. */
  insert(text: string): void;
  /** Removes what matches; the cursor stays where it is. */
  remove(pattern: RegExp): void;
}

/** A picture of the library as Markdown. */
export const pictureMarkdown = (id: string, alt: string): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&')}](${libraryAddress(id)})`;

const WITHOUT_TEXT = /!\[\s*\]\(\/_pictures\/([0-9a-f-]{36})\)/g;

/** The ids of pictures that a text shows without an alternative text of its own. */
export const undescribedIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(WITHOUT_TEXT)].flatMap(([, id]) => id ?? [])),
];

/** A picture in a text, whatever its alternative text is by now. */
export const pictureIn = (id: string): RegExp => new RegExp(`!\\[[^\\]]*\\]\\(${libraryAddress(id)}\\)`, 'g');

export const textAreaTarget = (area: HTMLTextAreaElement): TextTarget => {
  const change = (text: string, from: number, to: number, mode: SelectionMode) => {
    area.setRangeText(text, from, to, mode);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return {
    insert: (text) => change(text, area.selectionStart, area.selectionEnd, 'end'),
    remove(pattern) {
      for (const { index, 0: found } of [...area.value.matchAll(pattern)].reverse()) {
        change('', index, index + found.length, 'preserve');
      }
    },
  };
};
