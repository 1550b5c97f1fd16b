declare module 'word-extractor/lib/buffer-reader.js' {
  class BufferReader {
    constructor(buffer: Uint8Array);
  }

  export = BufferReader;
}

declare module 'word-extractor/lib/word-ole-extractor.js' {
  import type BufferReader from 'word-extractor/lib/buffer-reader.js';

  interface Options {
    /** Replaces quotation marks and dashes by ASCII, unless it is `false`. */
    filterUnicode: boolean;
  }

  interface WordDocument {
    getBody(options: Options): string;
    getTextboxes(options: Options): string;
    getFootnotes(options: Options): string;
    getEndnotes(options: Options): string;
    getHeaders(options: Options & { includeFooters: boolean }): string;
    getFooters(options: Options): string;
  }

  /** A part of the text, with its place in the stream in bytes. */
  interface Piece {
    text: string;
    readonly startFilePos: number;
    readonly endFilePos: number;
    readonly bpc: 1 | 2;
  }

  class WordOleExtractor {
    readonly _pieces: Piece[];
    extract(reader: BufferReader): Promise<WordDocument>;
    extractWordDocument(document: unknown, word: Buffer): Promise<WordDocument>;
    writePieces(word: Buffer, table: Buffer): void;
    writeCharacterProperties(word: Buffer, table: Buffer): void;
    writeParagraphProperties(word: Buffer, table: Buffer): void;
  }

  export = WordOleExtractor;
}

declare module 'word-extractor/lib/ole-allocation-table.js' {
  class AllocationTable {}

  export = AllocationTable;
}

declare module 'word-extractor/lib/ole-directory-tree.js' {
  class DirectoryTree {}

  export = DirectoryTree;
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
