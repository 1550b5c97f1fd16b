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

/** Methods of word-extractor's readers that would follow a chain without an end, or by every way through a tree. */

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly storageDirId: number;
  storages?: object;
  streams?: object;
}

const STREAM = 2;

export const sectorChains = {
  getSecIdChain(this: { readonly _table: readonly number[] }, start: number): number[] {
    const chain = new Set<number>();
    for (let id = start; id > -1 && !chain.has(id); id = this._table[id] ?? -1) chain.add(id);
    return [...chain];
  },
};

/** Streams of the document itself, without those of objects in it. */
export const directoryTrees = {
  _buildHierarchy(this: { readonly _entries: readonly DirectoryEntry[] }, root: DirectoryEntry): void {
    const ids = new Set([root.storageDirId]);
    // The set grows by the neighbours of its entries.
    for (const id of ids) {
      const entry = this._entries[id];
      if (entry) ids.add(entry.left).add(entry.right);
    }
    const entries = [...ids].flatMap((id) => this._entries[id] ?? []);
    root.storages = {};
    root.streams = Object.fromEntries(
      entries.filter(({ type }) => type === STREAM).map((entry) => [entry.name, entry]),
    );
  },
};

/** Throws for a header whose tables are larger than the file. */
export function assertTables(file: Buffer): void {
  const sector = 2 ** file.readUInt16LE(30);
  const [tables, more] = [file.readUInt32LE(44), file.readUInt32LE(72)];
  if (Math.max(tables, more) * sector > file.length) throw new Error('Its tables are larger than the file.');
}

/** Throws for pieces of text that have more letters than the stream has bytes (MS-DOC, 2.9.38 Clx). */
export function assertPieces(word: Buffer, table: Buffer): void {
  let at = word.readUInt32LE(0x1a2);
  while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  const count = (table.readUInt32LE(at + 1) - 4) / 12;
  let last = 0;
  for (let index = 0; index <= count; index += 1) {
    const position = table.readUInt32LE(at + 5 + index * 4);
    if (position < last || position > word.length) throw new Error('Its pieces of text overlap.');
    last = position;
  }
}
