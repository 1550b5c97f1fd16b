import { useEffect, useState } from 'react';
import type { PictureCopies, ReadCopies } from '../../contract/pictures.ts';

/** Somebody who types an address pauses longer at its end. */
const TYPED_WITHIN_MS = 400;

/** The copies of pictures that a form names. `read` must stay the same function. */
export function usePictureCopies(addresses: readonly string[], read: ReadCopies | undefined): PictureCopies {
  const [copies, setCopies] = useState<PictureCopies>(new Map());
  const key = JSON.stringify(addresses);
  // Talks to the database.
  useEffect(() => {
    const wanted: string[] = JSON.parse(key);
    if (!read || wanted.length === 0) return;
    let isCurrent = true;
    const ask = async () => {
      const found = await read(wanted);
      if (isCurrent) setCopies(found);
    };
    const timer = setTimeout(ask, TYPED_WITHIN_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, read]);
  return copies;
}
