import { useEffect, useEffectEvent, useRef } from 'react';
import type { Values } from '../../kinds/model/define-record.ts';
import type { Sent } from './use-unsaved-input.ts';

const NOT_STORED = 'The answer to the save before was lost. It has stored nothing.';
const UNREAD = 'The answer to the save before was lost. The next save first looks whether it has arrived.';

interface Options {
  readonly creating: () => Sent | null;
  readonly find: (sent: Sent) => Promise<string | null>;
  /** Goes on with the record that was found. */
  readonly onFound: (id: string, values: Values) => Promise<void>;
  readonly onNote: (note: string) => void;
}

/**
 * A save whose answer was lost, by a reload or on the way, may have created its record: once more would be twice. The
 * form looks for it when it opens, and before it creates. Returns whether there is one.
 */
export function useLostAnswer({ creating, find, onFound, onNote }: Options): () => Promise<boolean> {
  const looking = useRef<Promise<boolean> | null>(null);

  const look = async (): Promise<boolean> => {
    const sent = creating();
    const id = sent && (await find(sent));
    if (sent && id !== null) await onFound(id, sent.values);
    return id !== null;
  };
  const isCreated = (): Promise<boolean> => {
    looking.current ??= look().finally(() => {
      looking.current = null;
    });
    return looking.current;
  };

  const open = useEffectEvent(async () => {
    if (!creating()) return;
    try {
      if (!(await isCreated())) onNote(NOT_STORED);
    } catch (error) {
      console.error(error);
      onNote(UNREAD);
    }
  });
  // The database knows it.
  useEffect(() => void open(), []);

  return isCreated;
}
