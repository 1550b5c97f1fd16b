import { dateTime } from '@ki/shared/format/dates.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useCallback, useEffect, useId, useState } from 'react';
import { asStaff } from '../data/as-staff.ts';
import { type Publication, readPublication, requestPublication, withdrawRequest } from '../data/publication.ts';
import { Note } from '../part.tsx';
import { errorText, useOperation } from '../use-operation.ts';

export type { Publication } from '../data/publication.ts';

/** Null until it is read; the database decides in any case. A save or a discarded draft mounts the form anew. */
export function usePublication(kind: string, record: string | null) {
  const [publication, setPublication] = useState<Publication | null>(null);
  // A revalidation that ends at once is not seen as a change of its state: whoever changes the request reads again.
  const reload = useCallback(
    async () => setPublication(await asStaff((client) => readPublication(client, kind, record))),
    [kind, record],
  );
  // The database knows the role of the account.
  useEffect(() => void reload().catch(console.error), [reload]);
  return { publication, reload };
}

export function RefusedSubmit({ label, refusal }: { readonly label: string; readonly refusal: string }) {
  const id = useId();
  return (
    <>
      <Button type="submit" disabled aria-describedby={id}>
        {label}
      </Button>
      <Note id={id}>{refusal}</Note>
    </>
  );
}

interface RequestPublicationProps {
  readonly kind: string;
  readonly record: string;
  readonly onRequested: () => Promise<void>;
}

export function RequestPublication({ kind, record, onRequested }: RequestPublicationProps) {
  const { run, busy, failed, error } = useOperation(async () => {
    await asStaff((client) => requestPublication(client, kind, record));
    await onRequested();
  });
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={() => void run()}>
        Request Publication
      </Button>
      {failed && <Notice tone="error">{errorText(error)}</Notice>}
    </>
  );
}

interface PublicationNoticeProps {
  readonly publication: Publication;
  readonly record: string;
  readonly onWithdrawn: () => Promise<void>;
}

export function PublicationNotice({ publication: { request }, record, onWithdrawn }: PublicationNoticeProps) {
  const { run, busy, failed, error } = useOperation(async () => {
    await asStaff((client) => withdrawRequest(client, record));
    await onWithdrawn();
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
      {request.by} asked for its publication on {dateTime(request.at)}.{failed && <p>{errorText(error)}</p>}
    </Notice>
  );
}
