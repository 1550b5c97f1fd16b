import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { createContext, useId } from 'react';
import type { PublishPermission } from '../kinds/model/define-record.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failures.tsx';
import { siteDateTime } from '../kit/model/zones.ts';
import { Note } from '../kit/part.tsx';
import { errorText, useOperation, useReadAgain } from '../kit/use-operation.ts';
import { readPermission, requestPublication, withdrawRequest } from './data/editing.ts';

/** The permission that the page of a new record has read, or of a kind without drafts; null where none is read. */
export const PermissionOfPage = createContext<PublishPermission | null>(null);

/** The permission that was read with a record. Whoever changes the request reads it again. */
export function usePublishPermission(kind: string, record: string | null, read: PublishPermission | null) {
  const again = () => asStaff((client) => readPermission(client, kind, record));
  const { value, readAgain } = useReadAgain(read, again);
  return { permission: value, reload: readAgain };
}

export function DeniedSubmit({ label, denial }: { readonly label: string; readonly denial: string }) {
  const id = useId();
  return (
    <>
      <Button type="submit" disabled aria-describedby={id}>
        {label}
      </Button>
      <Note id={id}>{denial}</Note>
    </>
  );
}

interface RequestPublicationProps {
  readonly kind: string;
  readonly record: string;
  readonly onChanged: () => Promise<void>;
}

export function RequestPublication({ kind, record, onChanged }: RequestPublicationProps) {
  const { run, busy, failed, error } = useOperation(async () => {
    await asStaff((client) => requestPublication(client, kind, record));
    await onChanged();
  });
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={() => void run()}>
        Request Publication
      </Button>
      {failed && <FailureNotice error={error} />}
    </>
  );
}

interface RequestNoticeProps {
  readonly permission: PublishPermission;
  readonly record: string;
  readonly onChanged: () => Promise<void>;
}

export function RequestNotice({ permission: { request }, record, onChanged }: RequestNoticeProps) {
  const { run, busy, failed, error } = useOperation(async () => {
    await asStaff((client) => withdrawRequest(client, record));
    await onChanged();
  });
  if (!request) return null;
  return (
    <Notice
      title="Waiting for publication"
      action={
        request.is_own && (
          <Button variant="secondary" size="small" busy={busy} onClick={() => void run()}>
            Withdraw Request
          </Button>
        )
      }
    >
      {request.by} asked for its publication on {siteDateTime(request.at)}.{failed && <p>{errorText(error)}</p>}
    </Notice>
  );
}

interface DeniedPublicationProps extends RequestNoticeProps {
  readonly kind: string;
  readonly denial: string;
  /** The label of the button that publishes. */
  readonly label: string;
}

/** In place of the button that publishes, outside the form of a record. */
export function DeniedPublication({ kind, denial, label, ...notice }: DeniedPublicationProps) {
  const { permission, record, onChanged } = notice;
  return (
    <>
      <RequestNotice {...notice} />
      {!permission.request && !permission.draftDenial && (
        <RequestPublication kind={kind} record={record} onChanged={onChanged} />
      )}
      <DeniedSubmit label={label} denial={denial} />
    </>
  );
}
