import { createReadStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { writeFileAtomically } from '../data-dir/write-file-atomically.ts';
import type { Snapshot } from '../snapshot/contents.ts';
import { BadBackup, END, FILES, HEADER, headerSchema, rowsPrefix } from './format.ts';

/** A file of the archive, to be read before the next. */
type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

export interface OpenBackup {
  /** Whose rows are read once, table after table. */
  snapshot: Snapshot;
  /** Writes the files, which come after the rows, and makes sure that the backup is whole. */
  writeFiles(dataDir: string): Promise<void>;
}

/** Opens a backup and reads what it says about itself. */
export async function openBackup(file: string): Promise<OpenBackup> {
  const entries = new Entries(file);
  const first = await entries.next();
  const header = headerSchema.safeParse(first?.header.name === HEADER ? await json(first).catch(() => null) : null);
  if (!header.success) throw new BadBackup(`${file} is no backup of this platform`);
  const { contents } = header.data;
  return {
    snapshot: { contents, rowsOf: (table) => entries.rows(rowsPrefix(contents.tables.indexOf(table))) },
    writeFiles: async (dataDir) => {
      for (let entry = await entries.next(); entry?.header.name !== END; entry = await entries.next()) {
        if (!entry) throw new BadBackup(`${file} is not whole`);
        await writeFile(dataDir, entry);
      }
    },
  };
}

async function writeFile(dataDir: string, entry: Entry): Promise<void> {
  const { name } = entry.header;
  const path = name.slice(FILES.length);
  const isInside =
    name.startsWith(FILES) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isInside) throw new BadBackup(`the entry "${name}" belongs into no backup`);
  const target = join(dataDir, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeFileAtomically(target, await buffer(entry));
}

/** The entries of an archive one after the other, with a look at the next. */
class Entries {
  readonly #archive = extract();
  readonly #iterator: AsyncIterator<Entry>;
  #ahead: Entry | undefined;

  constructor(file: string) {
    const source = createReadStream(file);
    const bytes = createGunzip();
    const fail = (cause: Error) =>
      this.#archive.destroy(new BadBackup(`${file} cannot be read: ${cause.message}`, { cause }));
    source.on('error', fail).pipe(bytes).on('error', fail).pipe(this.#archive);
    this.#iterator = this.#archive[Symbol.asyncIterator]();
  }

  async next(): Promise<Entry | undefined> {
    const entry = this.#ahead ?? (await this.#iterator.next()).value;
    this.#ahead = undefined;
    return entry;
  }

  /** The content of the entries that come now and whose names begin alike. */
  async *rows(prefix: string): AsyncIterable<Uint8Array> {
    for (;;) {
      const entry = await this.next();
      if (!entry?.header.name.startsWith(prefix)) {
        this.#ahead = entry;
        return;
      }
      yield await buffer(entry);
    }
  }
}
