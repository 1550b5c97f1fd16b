import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router-dom';
import { addresses } from '../../addresses.ts';
import { adjustedNote } from '../model/trash.ts';
import { useMessages } from '../undo/messages.ts';

interface Outcome {
  readonly adjusted?: readonly string[];
  readonly refusal?: string;
}

export interface RestoreVersionProps {
  readonly record: string;
  readonly ofCourse: boolean;
  readonly version: { readonly entry: number; readonly seen: number };
  /** 'the version of …'. */
  readonly name: string;
  readonly describedBy: string;
}

/** Puts an earlier version back, after a question. */
export function RestoreVersion(props: RestoreVersionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" aria-describedby={props.describedBy} onClick={() => setAsking(true)}>
        Restore
      </Button>
      {asking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({
  record,
  ofCourse,
  version,
  name,
  onClose,
}: RestoreVersionProps & { readonly onClose: () => void }) {
  const { data, state, submit } = useFetcher<Outcome>();
  const { say } = useMessages();
  const adjusted = data?.adjusted;
  // The router's answer: closes the question and says so where it outlives it.
  useEffect(() => {
    if (!adjusted || state !== 'idle') return;
    say(`This is ${name} again. ${adjustedNote(adjusted)}`.trim());
    onClose();
  }, [adjusted, state, say, name, onClose]);
  const restore = () =>
    void submit(
      { entry: version.entry, seen: version.seen },
      { method: 'post', action: addresses.history({ record }) },
    );
  return (
    <Dialog open title={`Restore ${name}?`} closeLabel="Close" lang="en" onClose={onClose}>
      <Stack>
        <p>
          It is saved anew, publication included. What is there now stays in the history.
          {ofCourse && ' Modules and lessons come back as they were; those that were added since are deleted.'}
        </p>
        {data?.refusal && <Notice tone="error">{data.refusal}</Notice>}
        <Cluster $justify="end">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={state !== 'idle'} onClick={restore}>
            Restore
          </Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
