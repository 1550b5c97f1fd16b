import { createContext, useContext } from 'react';
import type { AnyRecordKind } from './model/define-record.ts';

/** All kinds of records, which the frame of the admin lists: rooms and features know their own alone. */
export const RecordKinds = createContext<readonly AnyRecordKind[]>([]);

export const useKind = (table: string): AnyRecordKind | undefined =>
  useContext(RecordKinds).find((kind) => kind.table === table);
