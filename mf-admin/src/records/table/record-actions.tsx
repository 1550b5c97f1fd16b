import type { ReactNode } from 'react';
import { asStaff } from '../data/as-staff.ts';
import { deleteRecord } from '../data/records.ts';
import type { AnyRecordKind } from '../model/define-record.ts';
import { DeleteRow, type DeleteRowProps, RowActions, RowLink } from './row-actions.tsx';

export interface DeleteRecordProps extends Pick<DeleteRowProps, 'row'> {
  readonly kind: Pick<AnyRecordKind, 'table' | 'texts'>;
  /** Ends the question: what is deleted with it. */
  readonly along?: string;
}

/** Deletes a record, once one has said yes. */
export function DeleteRecord({ kind, row, along = '' }: DeleteRecordProps) {
  return (
    <DeleteRow
      row={row}
      question={kind.texts.deleteQuestion + along}
      failure={kind.texts.deleteFailed}
      remove={(id) => asStaff((client) => deleteRecord(client, kind, id))}
    />
  );
}

export interface RecordActionsProps extends DeleteRecordProps {
  /** The address of its form. */
  readonly edit: string;
  /** What else can be done with it, before editing. */
  readonly children?: ReactNode;
}

/** What can be done with a record of a list. */
export function RecordActions({ kind, row, edit, children }: RecordActionsProps) {
  return (
    <RowActions id={row.id}>
      {children}
      <RowLink id={row.id} to={edit}>
        Edit
      </RowLink>
      <DeleteRecord kind={kind} row={row} />
    </RowActions>
  );
}
