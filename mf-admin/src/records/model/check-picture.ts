/** What the storage takes, by the first bytes of a file. */
const FORMATS = [
  { type: 'image/png', is: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', is: /^\xff\xd8\xff/ },
  { type: 'image/gif', is: /^GIF8[79]a/ },
  { type: 'image/webp', is: /^RIFF.{4}WEBP/s },
  { type: 'image/avif', is: /^.{4}ftypavi[fs]/s },
] as const;

export const ACCEPTED = FORMATS.map(({ type }) => type).join();

const MOST_BYTES = 20_000_000;
const MOST_PIXELS = 50_000_000;
const HEAD = 24;

export type CheckedPicture = { readonly problem: string } | { readonly type: string };

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function sizeOf(file: Blob): Promise<{ readonly width: number; readonly height: number } | null> {
  const { imageSize } = await import(/* webpackChunkName: "admin-image-size" */ 'image-size');
  try {
    return imageSize(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return null;
  }
}

/** Reads the head of a file and decodes nothing. The database and the process that makes sizes check it again. */
export async function checkPicture(file: File): Promise<CheckedPicture> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  const format = FORMATS.find(({ is }) => is.test(head));
  if (!format) return { problem: 'It is no picture that pages can show. Expected PNG, JPEG, GIF, WebP or AVIF.' };
  if (file.size > MOST_BYTES) return { problem: `It has ${megabytes(file.size)}. Expected at most 20 MB.` };
  const size = await sizeOf(file);
  if (!size || !(size.width > 0 && size.height > 0)) {
    return { problem: 'It is broken, as it does not say its size. Expected a whole picture.' };
  }
  const { width, height } = size;
  if (width * height > MOST_PIXELS) {
    return { problem: `It has ${width} × ${height} pixels. Expected at most 50 megapixels.` };
  }
  return { type: format.type };
}

/** The title of a file: its name without extension. */
export const titleOf = ({ name }: Pick<File, 'name'>): string => name.replace(/\.[^.]+$/, '').trim() || 'Picture';

/** What of a `DataTransfer` is read. */
interface Transferred {
  readonly files: Iterable<File>;
  readonly types: readonly string[];
}

/** Pictures among what is pasted or dropped into a text. Office programs add a picture of the text itself. */
export const picturesIn = ({ files, types }: Transferred): readonly File[] =>
  types.includes('text/plain') ? [] : [...files].filter(({ type }) => type.startsWith('image/'));
