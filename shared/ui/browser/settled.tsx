import { type ReactNode, Suspense, use, useEffect, useReducer } from 'react';
import type { Settling } from '../../contract/reads.ts';
import type { Result } from '../../contract/result.ts';

export interface SettledProps<T> {
  readonly value: Settling<T>;
  readonly loading: ReactNode;
  readonly children: (result: Result<T>) => ReactNode;
}

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
 * React reveals suspended content 300 ms after its fallback at the earliest; a rerender, as triggered here, reveals it
 * at once.
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
