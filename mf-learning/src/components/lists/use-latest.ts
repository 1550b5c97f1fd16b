import type { Result } from '@ki/shared/contract/result.ts';
import { useEffect, useState } from 'react';

export type Settling<T> = Result<T> | Promise<Result<T>>;

/**
 * What a loader's value was last: while a new one is on its way, the one before it stays and `pending` is true.
 * For lists that change under their filters, where taking everything away at each letter would be worse than waiting.
 */
export function useLatest<T>(value: Settling<T>) {
  const [last, setLast] = useState({ of: value, result: value instanceof Promise ? undefined : value });

  // The network: nothing is rendered by an answer that was overtaken by another question.
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
