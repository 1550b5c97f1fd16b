import { decodeText } from '../../files/model/decode-text.ts';
import { type FileRow, type ReadFile, UnreadableFile } from '../../files/model/file-rows.ts';
import type { MarkdownRow } from '../../files/model/post-markdown.ts';
import type { NamedBytes, Unpacked } from './archive.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 64 * MEGABYTE;
const MOST_ROWS = 20_000;

export const IMPORTED_TYPES = ['.csv', '.tsv', '.txt', '.md', '.markdown', '.zip', '.json', '.xml'] as const;

type OnProgress = (rows: number) => void;
type Read = (bytes: Uint8Array<ArrayBuffer>, name: string, onProgress: OnProgress) => Promise<ReadFile>;

const endingOf = (name: string) => IMPORTED_TYPES.find((ending) => name.toLowerCase().endsWith(ending));
const isMarkdown = (name: string) => ['.md', '.markdown'].includes(endingOf(name) ?? '');

/** Lets the page draw and react. A task of its own, since a promise alone would not end the present one. */
const pause = () => new Promise<void>((resume) => setTimeout(resume));

/** Without a pause, in milliseconds: a press is still answered at once. */
const AT_ONCE = 50;

async function collect<Row extends FileRow>(rows: Iterable<Row>, onProgress: OnProgress): Promise<Row[]> {
  const found: Row[] = [];
  let begun = performance.now();
  for (const row of rows) {
    found.push(row);
    if (found.length > MOST_ROWS) throw new UnreadableFile('This file has more than 20,000 rows; expected fewer.');
    if (performance.now() - begun > AT_ONCE) {
      onProgress(found.length);
      await pause();
      begun = performance.now();
    }
  }
  return found;
}

function decoded(bytes: Uint8Array) {
  const { text, note } = decodeText(bytes);
  return { text, notes: note === null ? [] : [note] };
}

async function csv(bytes: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
  const [{ parseCsv }, { isOfMatrix, rowsOfMatrixCsv }, { isOfPosts, postsOfCsv }] = await Promise.all([
    import(/* webpackChunkName: "admin-import-csv" */ './csv.ts'),
    import(/* webpackChunkName: "admin-import-csv" */ './matrix-csv.ts'),
    import(/* webpackChunkName: "admin-import-csv" */ './post-csv.ts'),
  ]);
  const { text, notes } = decoded(bytes);
  const parsed = parseCsv(text);
  if (isOfMatrix(parsed.columns)) {
    return { target: 'matrix', rows: rowsOfMatrixCsv(parsed), notes: [...notes, ...parsed.notes] };
  }
  if (isOfPosts(parsed.columns)) {
    const posts = postsOfCsv(parsed);
    return { target: 'posts', rows: posts.rows, notes: [...notes, ...posts.notes] };
  }
  throw new UnreadableFile(
    `The columns ${parsed.columns.slice(0, 20).join(', ')} were found; expected title, slug and content of posts, or title, duration_hours, price_chf, category, target_group and level of the matrix.`,
  );
}

/** `others` is what is no Markdown, by name. */
async function markdown({ files, settings, others }: Unpacked, onProgress: OnProgress): Promise<ReadFile> {
  const [{ readPostMarkdown, unreadable }, { postsOfMarkdown }, { othersNotes, siteOf }] = await Promise.all([
    import(/* webpackChunkName: "admin-import-markdown" */ '../../files/model/post-markdown.ts'),
    import(/* webpackChunkName: "admin-import-markdown" */ './markdown-files.ts'),
    import(/* webpackChunkName: "admin-import-markdown" */ './archive.ts'),
  ]);
  function rowOf({ name, bytes }: NamedBytes): MarkdownRow {
    try {
      const { text, notes } = decoded(bytes);
      const row = readPostMarkdown({ name, text });
      return { ...row, notes: [...notes, ...row.notes] };
    } catch (error) {
      return unreadable(name, error instanceof Error ? error.message : String(error));
    }
  }
  const read = await collect(mapped(files, rowOf), onProgress);
  const site = siteOf(settings);
  const rows = await collect(postsOfMarkdown(read, site), () => {});
  return { target: 'posts', rows, notes: othersNotes(others) };
}

function* mapped<From, To>(all: Iterable<From>, make: (one: From) => To): Generator<To> {
  for (const one of all) yield make(one);
}

async function zip(bytes: Uint8Array, _: string, onProgress: OnProgress): Promise<ReadFile> {
  const { unpack } = await import(/* webpackChunkName: "admin-import-markdown" */ './archive.ts');
  const unpacked = unpack(bytes);
  if (unpacked.files.length === 0)
    throw new UnreadableFile('This archive has no Markdown file; expected files that end in .md.');
  return markdown(unpacked, onProgress);
}

/** The export of another program, whose reader loads at its first use. */
const exported =
  (load: () => Promise<(text: string) => Iterable<FileRow>>): Read =>
  async (bytes, _, onProgress) => {
    const rowsOf = await load();
    const { text, notes } = decoded(bytes);
    return { target: 'posts', rows: await collect(rowsOf(text), onProgress), notes };
  };

const ghost = exported(
  async () => (await import(/* webpackChunkName: "admin-import-html" */ './ghost.ts')).rowsOfGhost,
);
const wordPress = exported(
  async () => (await import(/* webpackChunkName: "admin-import-html" */ './wordpress.ts')).rowsOfWordPress,
);

const READERS: Readonly<Record<string, Read>> = {
  ...{ '.csv': csv, '.tsv': csv, '.txt': csv },
  ...{ '.zip': zip, '.json': ghost, '.xml': wordPress },
};

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UnreadableFile(`“${file.name}” could not be opened. It may have been moved or changed.`);
  }
}

/** The path in the chosen folder. */
const nameOf = (file: File) => file.webkitRelativePath || file.name;

async function markdownFiles(files: readonly File[], onProgress: OnProgress): Promise<ReadFile> {
  const { isSettings } = await import(/* webpackChunkName: "admin-import-markdown" */ './archive.ts');
  const chosen = files.filter(({ name }) => isMarkdown(name));
  if (chosen.length === 0)
    throw new UnreadableFile('There is no Markdown file among these; expected files that end in .md.');
  const others = files.filter(({ name }) => !isMarkdown(name));
  const settings = others.filter((file) => isSettings(nameOf(file)) && file.size < MEGABYTE);
  const read = async (file: File) => ({ name: nameOf(file), bytes: await bytesOf(file) });
  const unpacked = { files: await Promise.all(chosen.map(read)), settings: await Promise.all(settings.map(read)) };
  return markdown({ ...unpacked, others: others.map(nameOf) }, onProgress);
}

/** Pages order posts by date alone. */
function sameDateNote({ target, rows }: ReadFile): string[] {
  if (target !== 'posts') return [];
  const seen = new Set<unknown>();
  let repeated: unknown;
  for (const { entry, leftOut } of rows) {
    const date = leftOut === undefined && entry.published_at;
    if (date && seen.has(date)) repeated ??= date;
    seen.add(date);
  }
  if (repeated === undefined) return [];
  return [`Posts of the same date, such as ${repeated}, appear in any order: a time beside the date decides it.`];
}

/** Reads one file of any format, or several Markdown files, such as those of a folder. */
export async function readFiles(files: readonly File[], onProgress: OnProgress = () => {}): Promise<ReadFile> {
  const read = await readRows(files, onProgress);
  return { ...read, notes: [...read.notes, ...sameDateNote(read)] };
}

async function readRows(files: readonly File[], onProgress: OnProgress): Promise<ReadFile> {
  // A folder has pictures, too, which are not read.
  const counted = files.length > 1 ? files.filter(({ name }) => isMarkdown(name)) : files;
  const size = counted.reduce((sum, file) => sum + file.size, 0);
  if (size > LARGEST) {
    throw new UnreadableFile(
      `${Math.ceil(size / MEGABYTE)} MB were chosen; expected at most ${LARGEST / MEGABYTE} MB.`,
    );
  }
  const [file, ...more] = files;
  if (!file) throw new UnreadableFile('Nothing was chosen; expected a file.');
  const read = READERS[endingOf(file.name) ?? ''];
  if (more.length > 0 || isMarkdown(file.name)) return markdownFiles(files, onProgress);
  if (!read) throw new UnreadableFile(`“${file.name}” cannot be read; expected ${IMPORTED_TYPES.join(', ')}.`);
  if (file.size === 0) throw new UnreadableFile('This file is empty.');
  return read(await bytesOf(file), file.name, onProgress);
}
