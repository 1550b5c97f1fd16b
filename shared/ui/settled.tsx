import { type ReactNode, Suspense, use } from 'react';
import type { Result } from '../contract/result.ts';

type Settling<T> = Result<T> | Promise<Result<T>>;

export interface SettledProps<T> {
  /** From a loader: still a promise after a navigation in the browser, plain when the server rendered the page. */
  readonly value: Settling<T>;
  readonly loading: ReactNode;
  readonly children: (result: Result<T>) => ReactNode;
}

/** Shows `loading` until the loader's value is there, then what `children` makes of it. */
export function Settled<T>({ value, loading, children }: SettledProps<T>) {
  return (
    <Suspense fallback={loading}>
      <Reveal value={value}>{children}</Reveal>
    </Suspense>
  );
}

function Reveal<T>({ value, children }: Pick<SettledProps<T>, 'value' | 'children'>) {
  return children(value instanceof Promise ? use(value) : value);
}
