/** The part of a `DataTransfer` that is read. */
export interface Transferred {
  readonly files: Iterable<File>;
  readonly getData?: (type: string) => string;
}

const MARKUP = /<!--[\s\S]*?-->|<(head|style|script|title)\b[\s\S]*?<\/\1\s*>|<[^>]*>|&nbsp;/gi;

const linesOf = (text: string) =>
  text
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .filter(Boolean);

const withoutExtension = (name: string) => name.replace(/\.[^.]+$/, '');
/** A Mac writes letters and their marks apart. */
const comparable = (name: string) => name.normalize('NFC').trim();

/** The last part of a path or an address. */
function baseName(line: string): string {
  const last = line.split(/[\\/]/).at(-1) ?? line;
  try {
    return comparable(decodeURIComponent(last));
  } catch {
    return comparable(last);
  }
}

/** Lines by which the file managers of GNOME say what is done with the files. */
const OF_FILE_MANAGERS: readonly string[] = ['x-special/nautilus-clipboard', 'copy', 'cut'];

/** Whether a line is about the files alone: their names, paths or addresses. */
function isAbout(files: readonly File[], addresses: string) {
  const names = new Set(files.flatMap(({ name }) => [comparable(name), comparable(withoutExtension(name))]));
  return (line: string): boolean =>
    /^file:/i.test(line) ||
    OF_FILE_MANAGERS.includes(line) ||
    names.has(baseName(line)) ||
    (/^https?:\/\/\S+$/i.test(line) && addresses.includes(line));
}

/**
 * Files that are pasted or dropped as files. Office programs copy a picture of a text beside the text, file managers a
 * name or an address beside a file, and browsers the address of a picture: only a text of its own goes before the files.
 */
export function filesIn(transfer: Transferred): readonly File[] {
  const files = [...transfer.files];
  if (files.length === 0) return [];
  const read = (type: string) => transfer.getData?.(type) ?? '';
  const [plain, html] = [read('text/plain'), read('text/html')];
  if (plain.trim() !== '' && read('text/rtf') !== '') return [];
  const text = `${plain}\n${html.replace(MARKUP, ' ')}`;
  const addresses = `${read('text/uri-list')}\n${html.replaceAll('&amp;', '&')}`;
  return linesOf(text).every(isAbout(files, addresses)) ? files : [];
}

/** Browsers have no MIME type for Markdown files: the name decides. */
export const isMarkdownFile = (file: Pick<File, 'name'>): boolean => /\.(md|markdown)$/i.test(file.name);
