import { createContext } from 'react';

/** Lets the form of a new record go on, as it is, at the address of the record that it has stored; null where it cannot. */
export const GoOn = createContext<((id: string) => void) | null>(null);
