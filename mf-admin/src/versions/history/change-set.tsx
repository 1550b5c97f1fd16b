import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { asStaff } from '../../kit/data/as-staff.ts';
import { siteDateTime } from '../../kit/model/zones.ts';
import { Note } from '../../kit/part.tsx';
import { useOperation } from '../../kit/use-operation.ts';
import { restoreVersion } from '../data/history.ts';
import { restoreErrorText, useMessages } from '../messages.ts';
import { type ChangeSet, isDeletion, isOnlyBeside, sentencesOf } from '../model/history.ts';
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
  readonly hasParts: boolean;
  /** The newest entry in the list, for the conflict check. */
  readonly seen: number;
}

export interface ChangeSetItemProps extends Restorable {
  readonly changeSet: ChangeSet;
  readonly isCurrent: boolean;
  readonly isOldest: boolean;
}

export function ChangeSetItem({ changeSet, isCurrent, isOldest, ...restorable }: ChangeSetItemProps) {
  const { record, hasParts } = restorable;
  const [open, setOpen] = useState(false);
  const id = useId();
  const when = siteDateTime(changeSet.happenedAt);
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
        {sentencesOf(changeSet, { hasParts, isOldest }).map((sentence) => (
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
        {!isCurrent && !isOnlyBeside(changeSet) && !isDeletion(changeSet, hasParts) && (
          <RestoreVersion
            {...restorable}
            entry={changeSet.lastEntry}
            name={`the version of ${when}`}
            describedBy={id}
          />
        )}
      </Cluster>
      <div id={`${id}-texts`}>
        {open && <ChangeSetDiff record={record} changeSet={changeSet.id} hasParts={hasParts} />}
      </div>
    </Item>
  );
}

export function BeforeItem(restorable: Restorable) {
  const id = useId();
  return (
    <Item>
      <strong id={id}>Before these changes</strong>
      <Cluster>
        <RestoreVersion {...restorable} entry={0} name="the version before these changes" describedBy={id} />
      </Cluster>
    </Item>
  );
}

interface RestoreVersionProps extends Restorable {
  /** The entry after which the version was there. */
  readonly entry: number;
  readonly name: string;
  readonly describedBy: string;
}

function RestoreVersion({ record, hasParts, entry, seen, name, describedBy }: RestoreVersionProps) {
  const { revalidate } = useRevalidator();
  const { say } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const { run, busy, failed, error, reset } = useOperation(async () => {
    // A conflict reloads the history, too: the next try has its newest entry.
    const adjusted = await asStaff((client) => restoreVersion(client, record, { entry, seen })).finally(revalidate);
    setIsOpen(false);
    say(`This is ${name} again.`, adjusted);
  });
  const open = () => {
    reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button variant="secondary" size="small" aria-describedby={describedBy} onClick={open}>
        Restore
      </Button>
      {isOpen && (
        <ActionDialog
          title={`Restore ${name}?`}
          action="Restore"
          busy={busy}
          onSubmit={() => void run()}
          onClose={() => setIsOpen(false)}
        >
          <p>
            It is saved anew, publication included. What is there now stays in the history.
            {hasParts && ' Its parts come back as they were; those that were added since are deleted.'}
          </p>
          {failed && (
            <Notice tone="error">
              {restoreErrorText(error, 'It could not be restored. Please try again in a moment.')}
            </Notice>
          )}
        </ActionDialog>
      )}
    </>
  );
}
