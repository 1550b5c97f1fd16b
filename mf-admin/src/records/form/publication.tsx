import { dateTime } from '@ki/shared/format/dates.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useEffect, useId, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../data/as-staff.ts';
import { type Publication, readPublication, requestPublication, withdrawRequest } from '../data/publication.ts';
import { Note } from '../part.tsx';
import { errorText, useOperation } from '../use-operation.ts';

export type { Publication } from '../data/publication.ts';

/** Null until it is read; the database decides in any case. */
export function usePublication(kind: string, record: string | null): Publication | null {
  const [publication, setPublication] = useState<Publication | null>(null);
  const { state } = useRevalidator();
  // The database knows the role of the account, which may change while the form is open.
  useEffect(() => {
    let isShown = true;
    if (state === 'idle') {
      asStaff((client) => readPublication(client, kind, record)).then(
        (read) => isShown && setPublication(read),
        (error) => console.error(error),
      );
    }
    return () => {
      isShown = false;
    };
  }, [kind, record, state]);
  return publication;
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

export function RequestPublication({ kind, record }: { readonly kind: string; readonly record: string }) {
  const { revalidate } = useRevalidator();
  const { run, busy, failed, error } = useOperation(async () => {
    await asStaff((client) => requestPublication(client, kind, record));
    await revalidate();
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
}

export function PublicationNotice({ publication: { request }, record }: PublicationNoticeProps) {
  const { revalidate } = useRevalidator();
  const { run, busy, failed, error } = useOperation(async () => {
    await asStaff((client) => withdrawRequest(client, record));
    await revalidate();
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
