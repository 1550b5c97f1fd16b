import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../undo/messages.ts';
import { useOperation } from '../use-operation.ts';
import { focusReachable } from './more-actions.tsx';

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

export interface DeleteButtonProps {
  readonly action?: string;
  readonly name: string;
  readonly describedBy: string;
  readonly question: string;
  readonly failure: string;
  readonly onDelete: () => Promise<void>;
  readonly restorable?: string;
}

/** Deletes after a confirmation. After an error the dialog stays open for another try. */
export function DeleteButton(props: DeleteButtonProps) {
  const { action = 'Delete', name, describedBy, question, failure, onDelete, restorable } = props;
  const { offerUndo } = useMessages();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const handOver = useFocusHandover(button);
  const { run, busy, failed, reset } = useOperation(async () => {
    handOver();
    await onDelete();
    setAsking(false);
    if (restorable) offerUndo({ id: restorable, name });
  });
  const ask = () => {
    reset();
    setAsking(true);
  };
  return (
    <>
      <Button ref={button} variant="quiet" size="small" aria-describedby={describedBy} onClick={ask} {...HANDOVER}>
        {action}
      </Button>
      {asking &&
        createPortal(
          <Dialog open title={question} closeLabel="Close" lang="en" onClose={() => setAsking(false)}>
            <Stack>
              <p lang="de">{name}</p>
              {failed && <Notice tone="error">{failure}</Notice>}
              <Cluster $justify="end">
                <Button variant="secondary" onClick={() => setAsking(false)}>
                  Cancel
                </Button>
                <Button variant="danger" busy={busy} onClick={() => void run()}>
                  {action}
                </Button>
              </Cluster>
            </Stack>
          </Dialog>,
          document.body,
        )}
    </>
  );
}
