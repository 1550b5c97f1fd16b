import { DataError } from '@ki/shared/data/errors.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { useFreshSignIn } from '../records/fresh-sign-in.tsx';
import { HANDOVER, useFocusHandover } from '../records/table/delete-button.tsx';
import { titleId } from '../records/table/row.tsx';
import { errorText, useOperation } from '../records/use-operation.ts';
import { requestTransition } from './data/platform.ts';
import type { Remote, Transition } from './model/platform.ts';

export interface TransitionButtonProps {
  readonly label: string;
  readonly title: string;
  readonly remote: Remote;
  readonly isDangerous?: boolean;
  readonly transitionOf: (form: FormData) => Transition;
  readonly children: ReactNode;
}

/** Asks for a reason and requests a transition. On a conflict the dialog keeps the input and shows the current state. */
export function TransitionButton({
  label,
  title,
  remote,
  isDangerous = false,
  transitionOf,
  children,
}: TransitionButtonProps) {
  const { revalidate } = useRevalidator();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const handOver = useFocusHandover(button);
  const { act, passwordField } = useFreshSignIn();
  const { run, busy, failed, error, reset } = useOperation(async () => {
    if (!form.current || remote.newest_move === null) return;
    const input = new FormData(form.current);
    const lock = { remote: remote.name, newestTransition: remote.newest_move };
    const request = { ...lock, reason: String(input.get('reason')), transition: transitionOf(input) };
    try {
      await act(form.current, () => asStaff((client) => requestTransition(client, request)));
    } catch (reason) {
      if (reason instanceof DataError && reason.code === 'conflict') await revalidate();
      throw reason;
    }
    handOver();
    setIsOpen(false);
    await revalidate();
  });
  const ask = () => {
    reset();
    setIsOpen(true);
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
      {isOpen &&
        createPortal(
          <Dialog open title={title} closeLabel="Close" lang="en" onClose={() => setIsOpen(false)}>
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
              {passwordField}
              {failed && <Notice tone="error">{errorText(error)}</Notice>}
              <Cluster $justify="end">
                <Button variant="secondary" onClick={() => setIsOpen(false)}>
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
