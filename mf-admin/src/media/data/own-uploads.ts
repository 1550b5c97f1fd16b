import { idInAddress, type PictureCopies, type ReadCopies, type ShownPicture } from '@ki/shared/contract/pictures.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';

/** As wide as a form shows a picture, on a dense screen. */
const WIDTH = 640;
const MOST = 50;

/** Small copies of files that this tab uploaded, as data URLs by the ids of their pictures. */
const copies = new Map<string, string>();

/** How a canvas is turned for each orientation of EXIF, for a picture of a width and a height. */
const TURNS: readonly ((width: number, height: number) => DOMMatrix2DInit)[] = [
  () => ({ a: 1, d: 1 }),
  (width) => ({ a: -1, d: 1, e: width }),
  (width, height) => ({ a: -1, d: -1, e: width, f: height }),
  (_, height) => ({ a: 1, d: -1, f: height }),
  () => ({ a: 0, b: 1, c: 1, d: 0 }),
  (_, height) => ({ a: 0, b: 1, c: -1, d: 0, e: height }),
  (width, height) => ({ a: 0, b: -1, c: -1, d: 0, e: height, f: width }),
  (width) => ({ a: 0, b: -1, c: 1, d: 0, f: width }),
];
const TURNED = 5;

/**
 * The pixels of a file, and the orientation in which they are still to be drawn. Browsers turn a picture themselves; of
 * WebP some do and some do not, so they get it without its EXIF.
 */
async function decoded(file: Blob): Promise<{ readonly pixels: ImageBitmap; readonly orientation: number }> {
  if ((await file.slice(8, 12).text()) !== 'WEBP') return { pixels: await createImageBitmap(file), orientation: 1 };
  const { readWebp, withoutExif } = await import(
    /* webpackChunkName: "admin-read-picture" */ '@ki/shared/contract/picture-file/webp.ts'
  );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const plain = new Blob([withoutExif(bytes)], { type: 'image/webp' });
  return { pixels: await createImageBitmap(plain), orientation: readWebp(bytes)?.orientation ?? 1 };
}

/** Keeps a small copy of an uploaded file, upright, which is shown until the server has sizes of it. */
export async function keepCopy(id: string, file: Blob): Promise<void> {
  const { pixels, orientation } = await decoded(file);
  const isTurned = orientation >= TURNED;
  const scale = Math.min(1, WIDTH / (isTurned ? pixels.height : pixels.width));
  const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, isTurned ? { width: height, height: width } : { width, height });
  const context = canvas.getContext('2d');
  context?.setTransform(TURNS[orientation - 1]?.(width, height));
  context?.drawImage(pixels, 0, 0, width, height);
  pixels.close();
  copies.set(id, canvas.toDataURL('image/webp', 0.8));
  const [oldest] = copies.keys();
  if (copies.size > MOST && oldest !== undefined) copies.delete(oldest);
}

function untilSized(address: string, shown: ShownPicture): ShownPicture {
  const id = idInAddress(address);
  if (id === null) return shown;
  if (shown.sources?.length) {
    copies.delete(id);
    return shown;
  }
  // Another address makes the browser ask again: the first size may be there now.
  return { ...shown, src: copies.get(id) ?? `${address}?at=${Date.now()}` };
}

/** Shows pictures without sizes by what this tab has of them. */
export const withOwnUploads = (read: PictureCopies): PictureCopies =>
  new Map([...read].map(([address, shown]) => [address, untilSized(address, shown)]));

/** For previews. */
export const staffCopies: ReadCopies = async (addresses) =>
  withOwnUploads(await copiesBy(await staffClient())(addresses));
