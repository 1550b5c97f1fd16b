import { createContext } from 'react';

/** The account and the stored record of the form around; null for a new record. */
export const RecordKey = createContext<string | null>(null);
