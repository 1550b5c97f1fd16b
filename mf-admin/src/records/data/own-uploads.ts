import { idInAddress, type PictureCopies, type ShownPicture } from '@ki/shared/contract/pictures.ts';

/** As wide as a form shows a picture, on a dense screen. */
const WIDTH = 640;
const MOST = 50;

/** Small copies of files that this tab uploaded, as data URLs by the ids of their pictures. */
const copies = new Map<string, string>();

/** Keeps a small copy of an uploaded file, which is shown until the server has sizes of it. */
export async function keepCopy(id: string, file: Blob): Promise<void> {
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, WIDTH / whole.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(whole.width * scale));
  canvas.height = Math.max(1, Math.round(whole.height * scale));
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
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
