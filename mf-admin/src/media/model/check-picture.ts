import type { Picture } from '@ki/shared/contract/picture-file/read-picture.ts';
import { visibleText } from '@ki/shared/format/visible-text.ts';

export type CheckedPicture =
  | { readonly problem: string }
  | {
      readonly type: Picture['type'];
      /** The limits of its sizes, as a sentence. */
      readonly note: string | null;
    };

const loadReaders = async () => {
  const [formats, reader] = await Promise.all([
    import(/* webpackChunkName: "admin-read-picture" */ '@ki/shared/contract/picture-file/formats.ts'),
    import(/* webpackChunkName: "admin-read-picture" */ '@ki/shared/contract/picture-file/read-picture.ts'),
  ]);
  return { ...formats, ...reader };
};

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

const UNREADABLE = 'It cannot be read. If it is a folder, please choose the files in it.';

async function check(file: File): Promise<CheckedPicture> {
  const { MOST_BYTES, pictureTypeOf, readPicture, refusalOf, staysAnimated } = await loadReaders();
  if (file.size > MOST_BYTES) {
    const head = await bytesOf(file.slice(0, 1_000));
    const isPicture = pictureTypeOf(head) !== null;
    return { problem: isPicture ? `It has ${megabytes(file.size)}. Expected at most 20 MB.` : refusalOf(head) };
  }
  const content = await bytesOf(file).catch((error: unknown) => console.error('picture:', error));
  if (!content) return { problem: UNREADABLE };
  const picture = readPicture(content);
  if ('problem' in picture) return picture;
  const losesFrames = picture.frames > 1 && !staysAnimated(picture);
  return {
    type: picture.type,
    note: losesFrames
      ? 'Only the first frame is shown. Animations stay as GIF or WebP, with at most 30 megapixels in all frames together.'
      : null,
  };
}

const checks = new WeakMap<File, Promise<CheckedPicture>>();

/** Reads the structure of a file, as the process that makes sizes does, and decodes nothing. */
export function checkPicture(file: File): Promise<CheckedPicture> {
  const checked = checks.get(file) ?? check(file);
  checks.set(file, checked);
  checked.catch(() => checks.delete(file));
  return checked;
}

/** The title of a file: its name without extension, as a reader sees it, on one line. */
export const titleOf = ({ name }: Pick<File, 'name'>): string =>
  visibleText(name.replace(/\.[^.]+$/, ''))
    .replace(/\s+/g, ' ')
    .trim() || 'Picture';
