import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import type { ComponentType } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { asStaff } from './data/as-staff.ts';
import { createRecord, saveRecord } from './data/records.ts';
import type { Editing } from './form/use-saved-form.ts';
import { RecordHistory } from './history/record-history.tsx';
import type { AnyRecordKind, Editable, RecordTexts, ValuesOf } from './model/define-record.ts';
import { PageHead } from './page-head.tsx';
import { ReadFailed } from './read-failed.tsx';
import type { RecordData } from './record-loader.ts';

/** The form of a kind of record: what it edits, and what it offers to choose from. */
export type FormProps<Kind extends AnyRecordKind, Beside> = Editing<ValuesOf<Kind>> & { readonly beside: Beside };

export interface RecordPageOptions<Kind extends AnyRecordKind, Beside> {
  readonly kind: Kind & { readonly initial: ValuesOf<Kind>; readonly texts: RecordTexts };
  readonly Form: ComponentType<FormProps<Kind, Beside>>;
  /** What the form of a new record offers when it could not be read, and what is said then. */
  readonly unread: { readonly beside: Beside; readonly title: string };
  /** Where one goes after saving and cancelling. */
  readonly list: string;
  /** What else is stored with a new record. */
  readonly also?: () => Partial<Record<keyof Kind['shown'] & string, unknown>>;
  /** Its modules and lessons have their part in its history. */
  readonly isCourse?: boolean;
}

/** The page on which a record is made or edited. */
export function recordPage<Kind extends AnyRecordKind, Beside>(options: RecordPageOptions<Kind, Beside>) {
  const { kind, Form, unread, list, also, isCourse = false } = options;

  function New({ beside }: { readonly beside: Beside }) {
    const navigate = useNavigate();
    return (
      <Form
        record={`${kind.table}/new`}
        values={kind.initial}
        base={null}
        beside={beside}
        save={(values) => asStaff((client) => createRecord(client, kind, values, also?.()))}
        leave={() => void navigate(list)}
      />
    );
  }

  function Edit({ stored, beside }: { readonly stored: Editable<Kind>; readonly beside: Beside }) {
    const navigate = useNavigate();
    return (
      <>
        <Form
          key={stored.updatedAt}
          record={`${kind.table}/${stored.id}`}
          values={stored.values}
          base={stored.updatedAt}
          beside={beside}
          save={(values, base) => asStaff((client) => saveRecord(client, kind, stored, values, base))}
          leave={() => void navigate(list)}
        />
        <RecordHistory record={stored.id} ofCourse={isCourse} />
      </>
    );
  }

  return function RecordPage() {
    const { id, form } = useLoaderData<RecordData<Kind, Beside>>();
    return (
      <>
        <PageHead title={id === null ? kind.texts.new : kind.texts.edit} />
        <Settled key={id} value={form} loading={<Loading>Loading...</Loading>}>
          {(result) => {
            if (!result.ok && id !== null) return <ReadFailed title={kind.texts.readFailed} code={result.code} />;
            const { stored, beside } = result.ok ? result.data : { stored: null, beside: unread.beside };
            if (stored) return <Edit stored={stored} beside={beside} />;
            // The form stays in its place when a second try reads what was missing.
            return (
              <Stack $gap={5}>
                {!result.ok && <ReadFailed title={unread.title} />}
                <New beside={beside} />
              </Stack>
            );
          }}
        </Settled>
      </>
    );
  };
}
