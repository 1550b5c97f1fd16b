import { dateTime } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFetcher } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { type ChangeSet, isDeletion, type Restoration, sentencesOf, type Version } from '../model/history.ts';
import { Note } from '../part.tsx';
import { useMessages } from '../undo/messages.ts';
import { ChangeSetDiff } from './change-set-diff.tsx';

const Item = styled.li`
  display: grid;
  gap: ${space[2]};
  padding-block: ${space[4]};

  & + & {
    border-block-start: 1px solid ${color.line};
  }
`;

const Done = styled.ul`
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`;

interface Restorable {
  readonly record: string;
  readonly isCourse: boolean;
  /** The newest entry in the list, for the conflict check. */
  readonly seen: number;
}

export interface ChangeSetItemProps extends Restorable {
  readonly changeSet: ChangeSet;
  readonly isCurrent: boolean;
  readonly isOldest: boolean;
}

export function ChangeSetItem({ changeSet, isCurrent, isOldest, record, isCourse, seen }: ChangeSetItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const when = dateTime(changeSet.happenedAt);
  return (
    <Item>
      <Cluster $justify="space-between" id={id}>
        <Cluster $gap={2}>
          <strong>{changeSet.actor.title}</strong>
          {changeSet.actor.remark && <Note>({changeSet.actor.remark})</Note>}
          {isCurrent && <Badge $tone="success">Current version</Badge>}
        </Cluster>
        <Note as="time" dateTime={changeSet.happenedAt} lang="de">
          {when}
        </Note>
      </Cluster>
      <Done>
        {sentencesOf(changeSet, { isCourse, isOldest }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Done>
      <Cluster $gap={2}>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={`${id}-texts`}
          aria-describedby={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide changes' : 'Show changes'}
        </Button>
        {!isCurrent && !isDeletion(changeSet, isCourse) && (
          <RestoreVersion
            record={record}
            isCourse={isCourse}
            version={{ entry: changeSet.lastEntry, seen }}
            name={`the version of ${when}`}
            describedBy={id}
          />
        )}
      </Cluster>
      <div id={`${id}-texts`}>
        {open && <ChangeSetDiff record={record} changeSet={changeSet.id} isCourse={isCourse} />}
      </div>
    </Item>
  );
}

export function BeforeItem({ record, isCourse, seen }: Restorable): ReactNode {
  const id = useId();
  return (
    <Item>
      <strong id={id}>Before these changes</strong>
      <Cluster>
        <RestoreVersion
          record={record}
          isCourse={isCourse}
          version={{ entry: 0, seen }}
          name="the version before these changes"
          describedBy={id}
        />
      </Cluster>
    </Item>
  );
}

export interface RestoreVersionProps {
  readonly record: string;
  readonly isCourse: boolean;
  readonly version: Version;
  readonly name: string;
  readonly describedBy: string;
}

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
  isCourse,
  version,
  name,
  onClose,
}: RestoreVersionProps & { readonly onClose: () => void }) {
  const { data, state, submit } = useFetcher<Restoration>();
  const { say } = useMessages();
  const note = data?.ok ? data.note : null;
  // The router's fetcher has the result: the dialog closes, a toast outlives it.
  useEffect(() => {
    if (note === null || state !== 'idle') return;
    say(`This is ${name} again. ${note}`.trim());
    onClose();
  }, [note, state, say, name, onClose]);
  const restore = () => void submit({ ...version }, { method: 'post', action: addresses.history({ record }) });
  return (
    <Dialog open title={`Restore ${name}?`} closeLabel="Close" lang="en" onClose={onClose}>
      <Stack>
        <p>
          It is saved anew, publication included. What is there now stays in the history.
          {isCourse && ' Modules and lessons come back as they were; those that were added since are deleted.'}
        </p>
        {data?.ok === false && <Notice tone="error">{data.errorText}</Notice>}
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
