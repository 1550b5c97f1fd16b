import { useEffect, useState } from 'react';
import { idInAddress, type PictureCopies, type ReadCopies } from '../../contract/pictures.ts';

/** Somebody who types an address pauses longer at its end. */
const TYPED_WITHIN_MS = 400;
/** Sizes of an upload are made within seconds. */
const AGAIN_AFTER_MS = 3_000;
/** Two minutes: sizes of a broken upload never come. */
const MOST_TRIES = 40;

/** Whether sizes of a picture of the library are still being made: until then a form shows what it has. */
const areComing = (copies: PictureCopies): boolean =>
  [...copies].some(([address, { sources }]) => idInAddress(address) !== null && !sources?.length);

/** The copies of pictures that a form names. `read` must stay the same function. */
export function usePictureCopies(addresses: readonly string[], read: ReadCopies | undefined): PictureCopies {
  const [copies, setCopies] = useState<PictureCopies>(new Map());
  const key = JSON.stringify(addresses);
  // Talks to the database.
  useEffect(() => {
    const wanted: string[] = JSON.parse(key);
    if (!read || wanted.length === 0) return;
    let isCurrent = true;
    let tries = 0;
    const ask = async () => {
      const found = await read(wanted);
      if (!isCurrent) return;
      setCopies(found);
      tries += 1;
      if (tries < MOST_TRIES && areComing(found)) timer = setTimeout(ask, AGAIN_AFTER_MS);
    };
    let timer = setTimeout(ask, TYPED_WITHIN_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, read]);
  return copies;
}
