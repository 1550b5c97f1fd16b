import { createContext, useContext } from 'react';

export interface Messages {
  readonly say: (text: string) => void;
  /** Says that something was deleted, and offers to take it back. */
  readonly offerUndo: (deleted: { readonly id: string; readonly name: string }) => void;
}

/** Filled by the layout. */
export const MessagesContext = createContext<Messages>({ say: () => undefined, offerUndo: () => undefined });

/** Short messages that outlive the row, or the page, that they are about. */
export const useMessages = (): Messages => useContext(MessagesContext);
