import { nameAt, viewOf } from './bytes.ts';

const ORIENTATION = 0x0112;
const ENTRY = 12;

/** The orientation in EXIF metadata, a TIFF of one directory. Some programs write the head that a JPEG needs before it. */
export function orientationIn(exif: Uint8Array): number {
  const tiff = nameAt(exif, 0) === 'Exif' ? exif.subarray(6) : exif;
  if (tiff.length < 14) return 1;
  const view = viewOf(tiff);
  const isLittle = tiff[0] === 0x49;
  const start = view.getUint32(4, isLittle) + 2;
  if (start > tiff.length) return 1;
  const entries = view.getUint16(start - 2, isLittle);
  for (let entry = 0; entry < entries && start + ENTRY * (entry + 1) <= tiff.length; entry += 1) {
    const at = start + ENTRY * entry;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const found = view.getUint16(at + 8, isLittle);
    return found >= 1 && found <= 8 ? found : 1;
  }
  return 1;
}
