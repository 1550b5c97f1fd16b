import { decodeText } from '../../records/model/files/decode-text.ts';
import { type FileRow, type NamedText, type ReadFile, UnreadableFile } from '../../records/model/files/file-rows.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 64 * MEGABYTE;
const MOST_ROWS = 20_000;

export const IMPORTED_TYPES = ['.csv', '.md', '.markdown', '.zip', '.json', '.xml'] as const;

type OnProgress = (rows: number) => void;
type Read = (bytes: Uint8Array<ArrayBuffer>, name: string, onProgress: OnProgress) => Promise<ReadFile>;

const endingOf = (name: string) => IMPORTED_TYPES.find((ending) => name.toLowerCase().endsWith(ending));
const isMarkdown = (name: string) => ['.md', '.markdown'].includes(endingOf(name) ?? '');

/** Lets the page draw and react. A task of its own, since a promise alone would not end the present one. */
const pause = () => new Promise<void>((resume) => setTimeout(resume));

const ROWS_AT_ONCE = 50;

async function collect(rows: Iterable<FileRow>, onProgress: OnProgress): Promise<FileRow[]> {
  const found: FileRow[] = [];
  for (const row of rows) {
    found.push(row);
    if (found.length > MOST_ROWS) throw new UnreadableFile('This file has more than 20,000 rows; expected fewer.');
    if (found.length % ROWS_AT_ONCE === 0) {
      onProgress(found.length);
      await pause();
    }
  }
  return found;
}

async function csv(bytes: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
  const [{ parseCsv }, { isOfMatrix, rowsOfMatrixCsv }, { isOfPosts, postsOfCsv }] = await Promise.all([
    import(/* webpackChunkName: "admin-import-csv" */ './csv.ts'),
    import(/* webpackChunkName: "admin-import-csv" */ './matrix-csv.ts'),
    import(/* webpackChunkName: "admin-import-csv" */ './post-csv.ts'),
  ]);
  const { text, note } = decodeText(bytes, { isSpreadsheet: true });
  const parsed = parseCsv(text);
  const notes = note ? [note] : [];
  if (isOfMatrix(parsed.columns)) return { target: 'matrix', rows: rowsOfMatrixCsv(parsed), notes };
  if (isOfPosts(parsed.columns)) {
    const posts = postsOfCsv(parsed);
    return { target: 'posts', rows: posts.rows, notes: [...notes, ...posts.notes] };
  }
  throw new UnreadableFile(
    `The columns ${parsed.columns.slice(0, 20).join(', ')} were found; expected title, slug and content of posts, or title, duration_hours, price_chf, category, target_group and level of the matrix.`,
  );
}

function textOf(name: string, bytes: Uint8Array): NamedText | string {
  try {
    return { name, text: decodeText(bytes).text };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Bytes = readonly { readonly name: string; readonly bytes: Uint8Array }[];

async function markdown(files: Bytes, onProgress: OnProgress, notes: readonly string[] = []): Promise<ReadFile> {
  const { postOfMarkdown, unreadable } = await import(
    /* webpackChunkName: "admin-import-markdown" */ '../../records/model/files/post-markdown.ts'
  );
  function* rows() {
    for (const { name, bytes } of files) {
      const text = textOf(name, bytes);
      yield typeof text === 'string' ? unreadable(name, text) : postOfMarkdown(text);
    }
  }
  return { target: 'posts', rows: await collect(rows(), onProgress), notes };
}

const othersNote = (others: number) =>
  others === 0 ? [] : [`${others} ${others === 1 ? 'file is' : 'files are'} no Markdown and left out.`];

async function zip(bytes: Uint8Array, _: string, onProgress: OnProgress): Promise<ReadFile> {
  const { unpack } = await import(/* webpackChunkName: "admin-import-markdown" */ './archive.ts');
  const { files, others } = unpack(bytes);
  if (files.length === 0)
    throw new UnreadableFile('This archive has no Markdown file; expected files that end in .md.');
  return markdown(files, onProgress, othersNote(others));
}

async function ghost(bytes: Uint8Array, _: string, onProgress: OnProgress): Promise<ReadFile> {
  const { rowsOfGhost } = await import(/* webpackChunkName: "admin-import-html" */ './ghost.ts');
  return { target: 'posts', rows: await collect(rowsOfGhost(decodeText(bytes).text), onProgress), notes: [] };
}

async function wordPress(bytes: Uint8Array, _: string, onProgress: OnProgress): Promise<ReadFile> {
  const { rowsOfWordPress } = await import(/* webpackChunkName: "admin-import-html" */ './wordpress.ts');
  return { target: 'posts', rows: await collect(rowsOfWordPress(decodeText(bytes).text), onProgress), notes: [] };
}

const READERS: Readonly<Record<string, Read>> = { '.csv': csv, '.zip': zip, '.json': ghost, '.xml': wordPress };

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
  const chosen = files.filter(({ name }) => isMarkdown(name));
  if (chosen.length === 0)
    throw new UnreadableFile('There is no Markdown file among these; expected files that end in .md.');
  const read = await Promise.all(chosen.map(async (file) => ({ name: nameOf(file), bytes: await bytesOf(file) })));
  return markdown(read, onProgress, othersNote(files.length - chosen.length));
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
