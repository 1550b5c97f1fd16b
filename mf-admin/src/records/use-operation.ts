import { useRef, useState } from 'react';

export interface Operation {
  /** Runs it, unless it is running already: a double click does a thing once. Never rejects. */
  readonly run: () => Promise<void>;
  readonly busy: boolean;
  /** The last run failed; why is in the console. */
  readonly failed: boolean;
  /** Of that. */
  readonly error: unknown;
  readonly reset: () => void;
}

/** State around one asynchronous operation of a button. */
export function useOperation(operation: () => Promise<unknown>): Operation {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const run = async () => {
    if (running.current) return;
    running.current = true;
    setState('busy');
    try {
      await operation();
      setState('idle');
    } catch (reason) {
      console.error(reason);
      setError(reason);
      setState('failed');
    } finally {
      running.current = false;
    }
  };
  return { run, busy: state === 'busy', failed: state === 'failed', error, reset: () => setState('idle') };
}
