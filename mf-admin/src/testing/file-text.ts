import { readFileText } from '../workflows/model/file-text/read-file-text.ts';

// pdf.js creates a DOMMatrix when it loads, although only drawing needs it.
Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? class {} });

export async function readWithNotes(file: File) {
  const notes: string[] = [];
  const text = await readFileText(file, undefined, (found) => notes.push(...found));
  return { text, notes: notes.join(' ') };
}
