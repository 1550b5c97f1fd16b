import { useEffect, useState } from 'react';
import type { Settling } from '../../contract/reads.ts';

/**
 * The latest result of a loader: while a new one is pending, the one before it stays. A list that changes with each letter
 * of a search would flicker otherwise.
 */
export function useLatest<T>(value: Settling<T>) {
  const [last, setLast] = useState({ of: value, result: value instanceof Promise ? undefined : value });

  // The network; a response that a newer request has overtaken renders nothing.
  useEffect(() => {
    let current = true;
    void Promise.resolve(value).then((result) => current && setLast({ of: value, result }));
    return () => {
      current = false;
    };
  }, [value]);

  if (!(value instanceof Promise)) return { result: value, pending: false };
  return { result: last.result, pending: last.of !== value || last.result === undefined };
}
