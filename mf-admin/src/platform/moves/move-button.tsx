import { DataError } from '@ki/shared/data/errors.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../../records/data/as-staff.ts';
import { refusalOf } from '../../records/refusal-of.ts';
import { titleId } from '../../records/table/row-title.tsx';
import { HANDOVER, useFocusHandover } from '../../records/table/use-focus-handover.ts';
import { useOperation } from '../../records/use-operation.ts';
import { moveRemote } from '../data/move-remote.ts';
import type { Move } from '../model/move.ts';
import type { Remote } from '../model/platform.ts';

export interface MoveButtonProps {
  /** On both buttons. */
  readonly label: string;
  readonly title: string;
  readonly remote: Remote;
  readonly isDangerous?: boolean;
  readonly moveOf: (form: FormData) => Move;
  /** What is going to happen, and the fields of this move. */
  readonly children: ReactNode;
}

/**
 * Makes a move, once one has said why. Where somebody else was first the dialog says so, with what is typed and what is
 * live now, and another try is made knowing that.
 */
export function MoveButton({ label, title, remote, isDangerous = false, moveOf, children }: MoveButtonProps) {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const handOver = useFocusHandover(button);
  const { run, busy, failed, error, reset } = useOperation(async () => {
    if (!form.current || remote.newest_move === null) return;
    const typed = new FormData(form.current);
    const seen = { remote: remote.name, newestMove: remote.newest_move };
    const wanted = { ...seen, reason: String(typed.get('reason')), move: moveOf(typed) };
    try {
      await asStaff((client) => moveRemote(client, wanted));
    } catch (reason) {
      if (reason instanceof DataError && reason.code === 'conflict') await revalidate();
      throw reason;
    }
    handOver();
    setAsking(false);
    await revalidate();
  });
  const ask = () => {
    reset();
    setAsking(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        aria-describedby={titleId(remote.name)}
        onClick={ask}
        {...HANDOVER}
      >
        {label}
      </Button>
      {asking &&
        createPortal(
          <Dialog open title={title} closeLabel="Close" lang="en" onClose={() => setAsking(false)}>
            <Stack as="form" ref={form} method="post" onSubmit={submit} aria-label={title}>
              {children}
              <TextField
                label="Reason"
                name="reason"
                hint="For the history, in a few words"
                maxLength={500}
                autoComplete="off"
                required
              />
              {failed && <Notice tone="error">{refusalOf(error)}</Notice>}
              <Cluster $justify="end">
                <Button variant="secondary" onClick={() => setAsking(false)}>
                  Cancel
                </Button>
                <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={busy}>
                  {label}
                </Button>
              </Cluster>
            </Stack>
          </Dialog>,
          document.body,
        )}
    </>
  );
}
