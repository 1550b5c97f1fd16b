import { useRepeatedly } from '../kit/use-repeatedly.ts';
import type { LibraryPicture } from '../media/data/library.ts';
import { isSettled } from '../media/model/picture-record.ts';

const EACH_MS = 3_000;

/** Calls `read` again and again while sizes of a picture are being made. */
export function usePolling(pictures: readonly LibraryPicture[], read: () => Promise<unknown>): void {
  const isWaiting = pictures.some((picture) => picture.isUploaded && !isSettled(picture));
  useRepeatedly(isWaiting ? EACH_MS : null, read);
}
