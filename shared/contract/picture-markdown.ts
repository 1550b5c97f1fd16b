import { libraryAddress } from './pictures.ts';

export const inBrackets = (alt: string) => `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&')}]`;

/** How a Markdown text names a picture of the library. */
export const pictureMarkdown = (id: string, alt: string): string => `${inBrackets(alt)}(${libraryAddress(id)})`;

/** A picture in a text, whatever its alternative text is by now. */
export const pictureIn = (id: string): RegExp => new RegExp(`!\\[[^\\]]*\\]\\(${libraryAddress(id)}\\)`, 'g');
