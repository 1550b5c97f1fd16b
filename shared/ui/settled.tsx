import { type ReactNode, Suspense, use, useEffect, useReducer } from 'react';
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
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const waiting =
    value instanceof Promise ? (
      <Waiting until={value} onSettled={drawAgain}>
        {loading}
      </Waiting>
    ) : (
      loading
    );
  return (
    <Suspense fallback={waiting}>
      <Reveal value={value}>{children}</Reveal>
    </Suspense>
  );
}

function Reveal<T>({ value, children }: Pick<SettledProps<T>, 'value' | 'children'>) {
  return children(value instanceof Promise ? use(value) : value);
}

interface WaitingProps {
  readonly until: Promise<unknown>;
  readonly onSettled: () => void;
  readonly children: ReactNode;
}

/**
 * By itself, React shows what was waited for at the earliest 300 ms after `loading`. What is drawn for another reason, as
 * the update asked for here, it shows at once.
 */
function Waiting({ until, onSettled, children }: WaitingProps) {
  useEffect(() => {
    let isShown = true;
    const tell = () => {
      if (isShown) onSettled();
    };
    until.then(tell, tell);
    return () => {
      isShown = false;
    };
  }, [until, onSettled]);
  return children;
}
