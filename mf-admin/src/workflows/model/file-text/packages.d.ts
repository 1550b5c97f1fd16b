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
  }

  class WordOleExtractor {
    extract(reader: BufferReader): Promise<WordDocument>;
  }

  export = WordOleExtractor;
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
