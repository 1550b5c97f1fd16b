import type WordExtractor from 'word-extractor/lib/word-ole-extractor.js';
import { UnreadableFile } from '../../../../files/model/file-rows.ts';
import { leftOutNote, type Reading } from '../reading.ts';
import {
  assertPieces,
  assertTables,
  characterRuns,
  directoryTrees,
  paragraphRuns,
  type Run,
  sectorChains,
} from './doc-format.ts';

/** Private letters for characters that word-extractor removes before anybody could count them. */
const PICTURE = '\uE001';
const NOTE = '\uE002';
const COMMENT = '\uE005';
const SYMBOL = '\uE028';
const MARKS: Readonly<Record<string, string>> = {
  '\u0001': PICTURE,
  '\u0002': NOTE,
  '\u0005': COMMENT,
  '\u001e': '\u2011',
  '\u001f': '\u00AD',
};

const DELETED = 0x0800;
const HIDDEN = 0x083c;
const SYMBOL_LETTER = 0x6a09;
const ENDS_ROW = 0x2417;

/** The letter in place of a run's letters, if they do not print. */
function replacementOf({ properties }: Run): string | undefined {
  if (properties.get(DELETED) === 1 || properties.get(HIDDEN) === 1) return '\0';
  return properties.has(SYMBOL_LETTER) ? SYMBOL : undefined;
}

/** The text of a piece in which marks by place in the stream, the code of a letter and one, replace letters. */
function covered({ text, startFilePos, bpc }: WordExtractor['_pieces'][number], marks: Uint16Array): string {
  const markAt = (index: number) => marks[startFilePos + index * bpc] ?? 0;
  let result = '';
  for (let from = 0, to = 0; from < text.length; from = to) {
    const mark = markAt(from);
    while (to < text.length && markAt(to) === mark) to += 1;
    result += mark === 0 ? text.slice(from, to) : String.fromCharCode(mark - 1).repeat(to - from);
  }
  return result;
}

/**
 * Loads the parts of word-extractor that read Word 97 files from memory. Its main module would load a reader of .docx
 * files and Node.js's file system, too. The parts expect a global `Buffer`.
 */
async function loadExtractor() {
  const { Buffer: PortableBuffer } = await import(/* webpackChunkName: "admin-read-doc" */ 'buffer/');
  Object.assign(globalThis, { Buffer: globalThis.Buffer ?? PortableBuffer });
  const [{ default: WordOleExtractor }, { default: BufferReader }, { default: Sectors }, { default: Tree }] =
    await Promise.all([
      import(/* webpackChunkName: "admin-read-doc" */ 'word-extractor/lib/word-ole-extractor.js'),
      import(/* webpackChunkName: "admin-read-doc" */ 'word-extractor/lib/buffer-reader.js'),
      import(/* webpackChunkName: "admin-read-doc" */ 'word-extractor/lib/ole-allocation-table.js'),
      import(/* webpackChunkName: "admin-read-doc" */ 'word-extractor/lib/ole-directory-tree.js'),
    ]);
  Object.assign(Sectors.prototype, sectorChains);
  Object.assign(Tree.prototype, directoryTrees);

  class Extractor extends WordOleExtractor {
    raw = '';
    hasHidden = false;

    override extractWordDocument(document: unknown, word: Buffer) {
      if (word.readUInt16LE(0) === 0xa5dc || word.readUInt16LE(2) < 0xc0) {
        throw new UnreadableFile('This file is of Word 95 or older. Please open it in Word and save it as .docx.');
      }
      if (word.readUInt16LE(0x0a) & 0x0100) {
        throw new UnreadableFile('This Word file is encrypted. Please remove its password first.');
      }
      return super.extractWordDocument(document, word);
    }

    override writePieces(word: Buffer, table: Buffer) {
      assertPieces(word, table);
      super.writePieces(word, table);
      this.raw = this._pieces.map(({ text }) => text).join('');
      for (const piece of this._pieces) {
        for (const [letter, mark] of Object.entries(MARKS)) piece.text = piece.text.replaceAll(letter, mark);
      }
    }

    /** The one of word-extractor takes other properties for a deletion, such as the space between letters. */
    override writeCharacterProperties(word: Buffer, table: Buffer) {
      this.#cover(word, characterRuns(word, table), (run) => {
        this.hasHidden ||= run.properties.get(HIDDEN) === 1;
        return replacementOf(run);
      });
    }

    /** The one of word-extractor copies the text for each row. */
    override writeParagraphProperties(word: Buffer, table: Buffer) {
      this.#cover(word, paragraphRuns(word, table), ({ properties }) => (properties.has(ENDS_ROW) ? '\n' : undefined));
    }

    #cover(word: Buffer, runs: Iterable<Run>, letterOf: (run: Run) => string | undefined) {
      const marks = new Uint16Array(word.length);
      let rest = word.length;
      for (const run of runs) {
        const letter = letterOf(run);
        if (letter === undefined) continue;
        const end = Math.min(run.end, word.length);
        rest -= Math.max(0, end - run.start);
        if (rest < 0) throw new Error('Its runs overlap.');
        marks.fill(letter.charCodeAt(0) + 1, run.start, end);
      }
      for (const piece of this._pieces) piece.text = covered(piece, marks);
    }
  }
  return { Extractor, BufferReader };
}

const AS_WRITTEN = { filterUnicode: false };

const occurrences = (text: string, letter: string) => text.split(letter).length - 1;

const fields = (text: string, code: RegExp) => text.split('\u0013').filter((field) => code.test(field)).length;

/** Numbers the marks of notes, unless footnotes and endnotes have the same one. */
function numberNotes(parts: readonly string[], notes: readonly string[]): string[] {
  const isSure = notes.filter((part) => part.includes(NOTE)).length < 2;
  return parts.map((part) => {
    let number = 0;
    return part.replaceAll(NOTE, () => (isSure ? `[${++number}]` : ''));
  });
}

export async function docText(bytes: Uint8Array<ArrayBuffer>): Promise<Reading> {
  const { Extractor, BufferReader } = await loadExtractor();
  try {
    const file = globalThis.Buffer.from(bytes);
    assertTables(file);
    const extractor = new Extractor();
    const document = await extractor.extract(new BufferReader(file));
    const notes = [document.getFootnotes(AS_WRITTEN), document.getEndnotes(AS_WRITTEN)];
    const parts = [
      document.getHeaders({ ...AS_WRITTEN, includeFooters: false }),
      document.getBody(AS_WRITTEN),
      document.getTextboxes(AS_WRITTEN),
      ...notes,
      document.getFooters(AS_WRITTEN),
    ].filter((part) => /\S/.test(part));
    const text = numberNotes(parts, notes).join('\n\n');
    const formulas = fields(extractor.raw, /^\s*EMBED Equation/);
    const objects = fields(extractor.raw, /^\s*EMBED (?!Equation)/);
    const counts: [string, number][] = [
      ['picture', occurrences(text, PICTURE) - formulas - objects],
      ['formula', formulas],
      ['embedded object', objects],
      ['symbol', occurrences(text, SYMBOL)],
      ['comment', occurrences(text, COMMENT)],
      ['form field', fields(extractor.raw, /^\s*FORM(CHECKBOX|DROPDOWN)/)],
    ];
    const leftOut = new Map(counts.filter(([, count]) => count > 0));
    if (extractor.hasHidden) leftOut.set('hidden text', 0);
    return { text: text.replace(/[\uE001\uE005\uE028]/g, ''), notes: leftOutNote(leftOut) };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('This is not a .doc file, or it is encrypted or damaged.');
  }
}
