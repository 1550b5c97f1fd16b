import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asStaff } from './data/as-staff.ts';
import { readRecord } from './data/records.ts';
import type { AnyRecordKind, Editable } from './model/define-record.ts';

/** What the page of a record shows. */
export interface RecordData<Kind extends AnyRecordKind, Beside> {
  /** Null for a new one. */
  readonly id: string | null;
  readonly form: Promise<Result<{ readonly stored: Editable<Kind> | null; readonly beside: Beside }>>;
}

/**
 * The loader of a record's page, for a new one (`…/new`) and for one that is there (`…/edit/:id`). `beside` reads what
 * its form offers to choose from; together with the record, because without it the form would lose the record's own.
 */
export const loadRecord =
  <Kind extends AnyRecordKind, Beside>(kind: Kind, beside: (client: StaffClient) => Promise<Beside>) =>
  ({ params }: LoaderFunctionArgs): RecordData<Kind, Beside> => {
    const id = params.id ?? null;
    const both = asStaff(async (client) => {
      const [stored, others] = await Promise.all([id === null ? null : readRecord(client, kind, id), beside(client)]);
      return { stored, beside: others };
    });
    return { id, form: settle(both) };
  };
