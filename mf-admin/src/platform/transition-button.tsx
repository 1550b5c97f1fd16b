import { DataError } from '@ki/shared/data/errors.ts';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../kit/data/as-staff.ts';
import { titleId } from '../kit/table/row.tsx';
import { DialogButton } from '../kit/table/row-buttons.tsx';
import { errorText } from '../kit/use-operation.ts';
import { requestTransition } from './data/platform.ts';
import type { Remote, Transition } from './model/platform.ts';

interface TransitionButtonProps {
  readonly label: string;
  readonly title: string;
  readonly remote: Remote;
  readonly isDangerous?: boolean;
  readonly transitionOf: (form: FormData) => Transition;
  readonly children: ReactNode;
}

/** Asks for a reason and requests a transition. On a conflict the dialog keeps the input and shows the current state. */
export function TransitionButton({ remote, transitionOf, children, ...rest }: TransitionButtonProps) {
  const { revalidate } = useRevalidator();
  const request = async (input: FormData, close: () => void) => {
    if (remote.newest_move === null) return;
    const lock = { remote: remote.name, newestTransition: remote.newest_move };
    const transition = { ...lock, reason: String(input.get('reason')), transition: transitionOf(input) };
    try {
      await asStaff((client) => requestTransition(client, transition));
    } catch (reason) {
      if (reason instanceof DataError && reason.code === 'conflict') await revalidate();
      throw reason;
    }
    close();
    await revalidate();
  };
  return (
    <DialogButton
      {...rest}
      variant="secondary"
      titleId={titleId(remote.name)}
      operation={request}
      failureOf={errorText}
    >
      {children}
      <TextField
        label="Reason"
        name="reason"
        hint="For the history, in a few words"
        maxLength={500}
        autoComplete="off"
        required
      />
    </DialogButton>
  );
}
