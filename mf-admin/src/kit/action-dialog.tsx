import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { allReadable } from '@ki/shared/ui/form/problem-of.ts';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { FormEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface ActionDialogProps {
  readonly title: string;
  readonly action: string;
  readonly cancel?: string;
  readonly isDangerous?: boolean;
  readonly busy?: boolean;
  /** The dialog says why the action is not possible. */
  readonly isBlocked?: boolean;
  /** `form`: whoever runs something finds in it what was typed meanwhile. */
  readonly onSubmit: (input: FormData, form: HTMLFormElement) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before an action. It is in the body, as the menu of a row would hide it. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, action, isBlocked = false, isDangerous = false, busy, onSubmit, onClose, children } = props;
  const { cancel = isBlocked ? 'Close' : 'Cancel' } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React's events bubble through portals: a form around must not be submitted, too.
    event.stopPropagation();
    if (allReadable(event.currentTarget)) onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return createPortal(
    <Dialog open title={title} closeLabel="Close" lang="en" onClose={onClose}>
      <Stack as="form" method="post" onSubmit={submit} aria-label={title}>
        {children}
        <Cluster $justify="end">
          <Button variant="secondary" onClick={onClose}>
            {cancel}
          </Button>
          {!isBlocked && (
            <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={busy}>
              {action}
            </Button>
          )}
        </Cluster>
      </Stack>
    </Dialog>,
    document.body,
  );
}

/** Whether the fields of a form hold something else than what was sent. */
export function isTypedSince(sent: FormData, form: HTMLFormElement): boolean {
  const present = new FormData(form);
  if ([...present].some(([name, value]) => sent.get(name) !== value)) return true;
  // A box that is not ticked has no entry; neither has a control that is gone, which nobody has changed.
  return [...sent.keys()].some((name) => !present.has(name) && form.elements.namedItem(name) !== null);
}

/** Why a dialog stays open although its action is done. */
export const TypedSince = () => (
  <Notice tone="warning" title="It is done.">
    What you typed since is not part of it.
  </Notice>
);
