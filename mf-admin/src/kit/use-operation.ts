import { DataError } from '@ki/shared/data/errors.ts';
import { useRef, useState } from 'react';

/** `run` never rejects, and is ignored while a run is in flight: a double click runs once. */
export function useOperation<Args extends readonly unknown[]>(operation: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const run = async (...args: Args) => {
    if (running.current) return;
    running.current = true;
    setState('busy');
    try {
      await operation(...args);
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

const REFUSED: ReadonlySet<string> = new Set(['invalid', 'conflict', 'not_found', 'forbidden']);

export const errorText = (error: unknown): string =>
  error instanceof DataError && REFUSED.has(error.code) ? error.message : 'An error occurred';

const HINTS: ReadonlySet<string | undefined> = new Set(['role', 'room']);

/** The role of the account does not allow an operation, or there is no room; the message is the reason, in the words of the database. */
export const isDenial = (error: unknown): error is DataError => error instanceof DataError && HINTS.has(error.hint);

export const failureText = (error: unknown, otherwise: string): string => (isDenial(error) ? error.message : otherwise);

/** A value that a loader has read, and that an act of the page reads again. */
export function useReadAgain<Value>(read: Value, again: () => Promise<Value>) {
  const [answer, setAnswer] = useState({ read, value: read });
  const readAgain = async () => {
    const value = await again();
    setAnswer({ read, value });
  };
  return { value: answer.read === read ? answer.value : read, readAgain };
}
