import { DataError } from '@ki/shared/data/errors.ts';
import type { useToasts } from '@ki/shared/ui/toast.tsx';
import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { fieldOfColumn } from '../kinds/model/labels.ts';
import { isDenial } from '../kit/use-operation.ts';
import type { Restore } from './data/restore.ts';

export interface StoredRecord {
  readonly title: string;
  /** Such as `was created and is public`. */
  readonly change: string;
  /** Its public address; null while visitors do not see it. */
  readonly view: string | null;
  readonly edit: string | null;
}

const Target = styled(Link)`
  color: inherit;
  font-weight: 600;
`;

export function StoredText({ title, change, view, edit }: StoredRecord) {
  const to = view ?? edit;
  return (
    <>
      {`“${title}” ${change}. `}
      {to !== null && <Target to={to}>{view === null ? 'Edit' : 'View'}</Target>}
    </>
  );
}

export interface Messages extends Pick<ReturnType<typeof useToasts>, 'show'> {
  /** `adjusted`: columns that could not be restored as they were. */
  readonly say: (text: string, adjusted: readonly string[]) => void;
  readonly sayStored: (stored: StoredRecord) => void;
  readonly sayRestored: (name: string, adjusted: readonly string[]) => void;
  readonly offerUndo: (deleted: Deleted) => void;
}

export interface Deleted {
  readonly id: string;
  readonly name: string;
  /** By default the row comes back from the trash. Returns the columns that could not be restored as they were. */
  readonly restore?: Restore | undefined;
}

export const MessagesContext = createContext<Messages>({
  show: () => undefined,
  say: () => undefined,
  sayStored: () => undefined,
  sayRestored: () => undefined,
  offerUndo: () => undefined,
});

/** Toasts, which outlive the row or page that they are about. */
export const useMessages = (): Messages => useContext(MessagesContext);

const NOTES: Readonly<Record<string, string>> = {
  slug: 'Its slug was taken meanwhile and has a number now.',
  code: 'Its code was taken meanwhile and has a number now.',
  name: 'Its name was taken meanwhile and has a number now.',
  cta_url: 'Its link was not allowed any more: it is written as browsers read it.',
  'matrix_workshops.category_id': 'Its category is gone: it has the present one.',
  'matrix_workshops.target_group_id': 'Its target group is gone: it has the present one.',
  'matrix_workshops.level_id': 'Its level is gone: it has the present one.',
  dimension_id: 'A dimension is gone: its learning goal could not come back there.',
  published_at: 'Its time of publication has passed meanwhile: it is a draft now.',
  publish_at: 'The time of its draft has passed meanwhile: the draft is not scheduled any more.',
  is_active: 'Another prompt is active: this one is inactive now.',
};

export function adjustedNote(kinds: readonly AnyRecordKind[], adjusted: readonly string[]): string {
  const notes = adjusted.flatMap((column) => {
    const field = fieldOfColumn(kinds, column);
    return field?.references ? `Its ${field.label.toLowerCase()} is gone: it has none now.` : (NOTES[column] ?? []);
  });
  return notes.join(' ');
}

export const restoredText = (kinds: readonly AnyRecordKind[], name: string, adjusted: readonly string[]): string =>
  `“${name}” is back. ${adjustedNote(kinds, adjusted)}`.trim();

/** The functions of the database raise readable messages; those of constraints name columns. */
const isReadable = (error: unknown): error is DataError =>
  error instanceof DataError &&
  (error.code === 'conflict' || error.code === 'not_found' || isDenial(error)) &&
  !error.constraint;

export const restoreErrorText = (
  error: unknown,
  otherwise = 'It could not be restored. Please try again from the trash.',
): string => (isReadable(error) ? error.message : otherwise);
