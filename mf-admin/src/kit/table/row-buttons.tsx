import { Badge, type BadgeTone } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { radius } from '@ki/shared/ui/theme.ts';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { ActionDialog, isTypedSince, TypedSince } from '../action-dialog.tsx';
import { FailureNotice } from '../failures.tsx';
import { useFreshSignIn } from '../fresh-sign-in.tsx';
import { isDenial, useOperation } from '../use-operation.ts';
import { focusReachable, RowFailure, titleId } from './row.tsx';

export const HANDOVER = { 'data-handover': '' } as const;

function neighboursOf(element: HTMLElement): readonly HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-handover]')];
  const index = all.indexOf(element);
  return [...all.slice(index + 1), ...all.slice(0, index).reverse()];
}

/**
 * Moves the document's focus when a button disappears with its row: to the nearest marked button, else to the page's
 * heading. The keyboard position on the page is kept. Call the returned function before the row is removed.
 */
export function useFocusHandover(button: RefObject<HTMLElement | null>): () => void {
  const heirs = useRef<readonly HTMLElement[] | null>(null);
  useEffect(
    () => () => {
      if (!heirs.current || document.activeElement !== document.body) return;
      const heir = heirs.current.find(({ isConnected }) => isConnected);
      const next = heir ?? document.querySelector<HTMLElement>('h1');
      if (next) focusReachable(next);
    },
    [],
  );
  return () => {
    if (button.current) heirs.current = neighboursOf(button.current);
  };
}

interface DialogButtonProps {
  readonly label: string;
  /** The label of the dialog's button, by default that of the button that opens it. */
  readonly action?: string;
  readonly variant: 'secondary' | 'quiet';
  readonly titleId: string;
  readonly title: string;
  readonly isDangerous?: boolean;
  readonly isBlocked?: boolean;
  /** Closes the dialog at its end, or earlier by `close`. */
  readonly operation: (input: FormData, close: () => void) => Promise<unknown>;
  readonly failureOf: (error: unknown) => string;
  readonly children: ReactNode;
}

/**
 * Runs an operation after a dialog. After an error the dialog stays open for another try, which a role that does not
 * allow it would not help: that reason is at the row.
 */
export function DialogButton(props: DialogButtonProps) {
  const { label, variant, titleId, title, isDangerous, isBlocked, operation, failureOf, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const handOver = useFocusHandover(button);
  const [hasMore, setHasMore] = useState(false);
  const close = () => setIsOpen(false);
  const { act, passwordField } = useFreshSignIn();
  const { run, busy, failed, error, reset } = useOperation(async (input: FormData, form: HTMLFormElement) => {
    const closeUnlessTyped = () => (isTypedSince(input, form) ? setHasMore(true) : close());
    setHasMore(false);
    handOver();
    try {
      await act(input, () => operation(input, closeUnlessTyped));
    } catch (failure) {
      if (isDenial(failure)) close();
      throw failure;
    }
    closeUnlessTyped();
  });
  const open = () => {
    reset();
    setHasMore(false);
    setIsOpen(true);
  };
  return (
    <>
      <Button ref={button} variant={variant} size="small" aria-describedby={titleId} onClick={open} {...HANDOVER}>
        {label}
      </Button>
      {failed && isDenial(error) && <RowFailure>{error.message}</RowFailure>}
      {isOpen && (
        <ActionDialog
          title={title}
          action={props.action ?? label}
          isDangerous={isDangerous}
          isBlocked={isBlocked}
          busy={busy}
          onSubmit={(input, form) => void run(input, form)}
          onClose={close}
        >
          {children}
          {passwordField}
          {hasMore && <TypedSince />}
          {failed && <FailureNotice error={error} otherwise={passwordField ? undefined : failureOf(error)} />}
        </ActionDialog>
      )}
    </>
  );
}

const Status = styled(Badge)`
  min-block-size: 2rem;
  padding-inline: 0.875rem;

  &:hover:not([aria-disabled='true']) {
    border-color: currentColor;
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  &[aria-disabled='true'] {
    opacity: 0.62;
  }
`;

interface StatusButtonProps<Row> {
  readonly row: Row;
  readonly change: (current: Row) => Promise<Row>;
  readonly show: (current: Row) => { readonly tone: BadgeTone; readonly text: string; readonly title?: string };
  readonly failure: string;
}

/** Publishes or hides a row. It shows the stored row: the response's or a newer one of the list. */
export function StatusButton<Row extends { readonly id: string; readonly updatedAt: string }>(
  props: StatusButtonProps<Row>,
) {
  const { row, change, show, failure } = props;
  const [returned, setReturned] = useState<Row | null>(null);
  const current = returned && returned.updatedAt > row.updatedAt ? returned : row;
  const { tone, text, title } = show(current);
  const { run, busy, failed, error } = useOperation(async () => setReturned(await change(current)));
  return (
    <Stack $gap={2}>
      <Status
        as="button"
        type="button"
        $tone={tone}
        aria-describedby={titleId(row.id)}
        aria-disabled={busy}
        title={title}
        onClick={() => void run()}
      >
        {text}
      </Status>
      {failed && <FailureNotice error={error} otherwise={failure} />}
    </Stack>
  );
}
