import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useCallback, useEffect, useId, useState } from 'react';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failure-notice.tsx';
import { siteDateTime } from '../kit/model/zones.ts';
import { Note } from '../kit/part.tsx';
import { errorText, useOperation } from '../kit/use-operation.ts';
import {
  type PublishPermission,
  readPublishPermission,
  requestPublication,
  withdrawRequest,
} from './data/publish-permission.ts';

/** Null until it is read; the database decides in any case. A save or a discarded draft mounts the form anew. */
export function usePublishPermission(kind: string, record: string | null) {
  const [permission, setPermission] = useState<PublishPermission | null>(null);
  // A revalidation that ends at once is not seen as a change of its state: whoever changes the request reads again.
  const reload = useCallback(
    async () => setPermission(await asStaff((client) => readPublishPermission(client, kind, record))),
    [kind, record],
  );
  // The database knows the role of the account.
  useEffect(() => void reload().catch(console.error), [reload]);
  return { permission, reload };
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
      {failed && <FailureNotice error={error} text={errorText(error)} />}
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
