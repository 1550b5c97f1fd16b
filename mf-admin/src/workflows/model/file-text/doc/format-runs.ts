/** Lengths of operands by the upper three bits of a property; the seventh kind states its own. */
const OPERANDS = [1, 1, 2, 4, 2, 2, 0, 3];
const PAGE = 512;

export interface Run {
  /** In bytes of the stream. */
  readonly start: number;
  readonly end: number;
  /** Operands of its direct formatting by property, as far as they have one byte. */
  readonly properties: ReadonlyMap<number, number>;
}

function readProperties(bytes: Buffer): ReadonlyMap<number, number> {
  const properties = new Map<number, number>();
  for (let at = 0; at + 2 < bytes.length; ) {
    const property = bytes.readUInt16LE(at);
    properties.set(property, bytes[at + 2] ?? 0);
    at += 2 + (OPERANDS[property >> 13] || (bytes[at + 2] ?? 0) + 1);
  }
  return properties;
}

/** Pages of formatting that a table names, each once, with the number of their runs. */
function* pagesOf(word: Buffer, table: Buffer, field: number): Generator<readonly [page: Buffer, count: number]> {
  const start = word.readUInt32LE(field);
  const pages = (word.readUInt32LE(field + 4) - 4) / 8;
  const seen = new Set<number>();
  for (let index = 0; index < pages; index += 1) {
    const at = (table.readUInt32LE(start + (pages + 1 + index) * 4) & 0x3fffff) * PAGE;
    if (seen.has(at)) continue;
    seen.add(at);
    const page = word.subarray(at, at + PAGE);
    yield [page, page[PAGE - 1] ?? 0];
  }
}

const boundsOf = (page: Buffer, index: number) => ({
  start: page.readUInt32LE(index * 4),
  end: page.readUInt32LE(index * 4 + 4),
});

/** Runs of letters with their direct formatting (MS-DOC, 2.8.6 PlcBteChpx and 2.9.33 ChpxFkp). */
export function* characterRuns(word: Buffer, table: Buffer): Generator<Run> {
  for (const [page, count] of pagesOf(word, table, 0xfa)) {
    for (let index = 0; index < count; index += 1) {
      const at = (page[(count + 1) * 4 + index] ?? 0) * 2;
      const length = at > 0 ? (page[at] ?? 0) : 0;
      yield { ...boundsOf(page, index), properties: readProperties(page.subarray(at + 1, at + 1 + length)) };
    }
  }
}

/** Paragraphs with their direct formatting (MS-DOC, 2.8.7 PlcBtePapx and 2.9.174 PapxFkp). */
export function* paragraphRuns(word: Buffer, table: Buffer): Generator<Run> {
  for (const [page, count] of pagesOf(word, table, 0x102)) {
    for (let index = 0; index < count; index += 1) {
      const at = (page[(count + 1) * 4 + index * 13] ?? 0) * 2;
      const words = page[at] ?? 0;
      const end = words > 0 ? at + 2 * words : at + 2 + 2 * (page[at + 1] ?? 0);
      // The number of its style stands before the properties.
      const from = at + (words > 0 ? 3 : 4);
      yield { ...boundsOf(page, index), properties: readProperties(page.subarray(from, end)) };
    }
  }
}
