import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../undo/messages.ts';
import { useOperation } from '../use-operation.ts';
import { HANDOVER, useFocusHandover } from './use-focus-handover.ts';

export interface DeleteButtonProps {
  /** The word on both buttons. */
  readonly action?: string;
  /** What is deleted, for the dialog. */
  readonly name: string;
  /** Id of the text that says on the page what the button deletes. */
  readonly describedBy: string;
  readonly question: string;
  /** The error catalogue's text for a failed deletion. */
  readonly failure: string;
  readonly onDelete: () => Promise<void>;
  /** Id of the row, when its deletion can be undone. */
  readonly restorable?: string;
}

/** Deletes after a question; a failure is said in the dialog, which stays open for another try. */
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
