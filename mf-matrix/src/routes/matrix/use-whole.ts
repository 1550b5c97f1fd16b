import type { Result } from '@ki/shared/contract/result.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import { useEffect, useState } from 'react';
import { listMatrix } from '../../data/list-matrix.ts';
import { isWhole, type Sent } from '../../model/listing.ts';
import type { Matrix } from '../../model/workshop.ts';

/** The whole matrix for an excerpt of it, as soon as it is read; until then, and when that fails, what was sent. */
export function useWhole(sent: Sent): { readonly matrix: Sent; readonly hasFailed: boolean } {
  const [rest, setRest] = useState<Result<Matrix> | null>(null);
  // Asks the backend.
  useEffect(() => {
    if (isWhole(sent)) return undefined;
    let isWanted = true;
    void settle(reader().then(listMatrix)).then((result) => isWanted && setRest(result));
    return () => {
      isWanted = false;
      setRest(null);
    };
  }, [sent]);
  if (isWhole(sent) || rest === null) return { matrix: sent, hasFailed: false };
  return { matrix: rest.ok ? rest.data : sent, hasFailed: !rest.ok };
}
