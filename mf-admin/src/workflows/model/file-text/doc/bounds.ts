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
