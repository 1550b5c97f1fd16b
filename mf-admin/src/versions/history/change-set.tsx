import type { Result } from '@ki/shared/contract/result.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { useFetcher, useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { RecordKinds } from '../../kinds/record-kinds.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { siteDateTime } from '../../kit/model/zones.ts';
import { Note } from '../../kit/part.tsx';
import { DialogButton } from '../../kit/table/row-buttons.tsx';
import { restoreVersion } from '../data/restore.ts';
import { FieldChanges } from '../difference.tsx';
import { restoreErrorText, useMessages } from '../messages.tsx';
import { type ChangeSetTexts, differenceOf, type EntryDifference } from '../model/difference.ts';
import { type ChangeSet, isDeletion, isOnlyBeside, sentencesOf } from '../model/history.ts';
import { undoChangeSet } from '../undo-change-set.ts';

interface LoadedProps<Data> {
  readonly address: string;
  readonly failure: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what the router's fetcher loads on opening, and revalidates after saves. */
export function Loaded<Data>({ address, failure, children }: LoadedProps<Data>) {
  const { data: result, load } = useFetcher<Result<Data>>({ key: address });
  useEffect(() => void load(address), [load, address]);
  if (!result) return <Loading>Loading...</Loading>;
  if (result.ok) return children(result.data);
  return (
    <Notice tone="error" title={failure} onRetry={() => void load(address)} retryLabel="Try again">
      Please try again in a moment.
    </Notice>
  );
}

const Subject = styled.h3`
  font: 600 1rem / 1.4 ${font.text};
`;

interface ChangeSetDiffProps {
  readonly record: string;
  readonly changeSet: string;
  readonly hasParts: boolean;
}

const ChangeSetDiff = ({ record, changeSet, hasParts }: ChangeSetDiffProps) => (
  <Loaded<ChangeSetTexts>
    address={addresses.historyChangeSet({ record, changeSet })}
    failure="The changes could not be loaded."
  >
    {({ names, entries }) => {
      const namesById = new Map(names);
      return (
        <Stack>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              difference={differenceOf(entry, namesById)}
              withSubject={hasParts}
              isOfDraft={entry.relation === 'drafts'}
            />
          ))}
        </Stack>
      );
    }}
  </Loaded>
);

interface EntryProps {
  readonly difference: EntryDifference;
  readonly withSubject: boolean;
  readonly isOfDraft: boolean;
}

const Entry = ({ difference, withSubject, isOfDraft }: EntryProps) => (
  <div>
    {withSubject && <Subject>{difference.subject}</Subject>}
    {isOfDraft && difference.fields.length === 0 ? (
      <Note>The history does not keep the content of a saved draft.</Note>
    ) : (
      <FieldChanges changes={difference.fields} />
    )}
  </div>
);

const Item = styled.li`
  display: grid;
  gap: ${space[2]};
  padding-block: ${space[4]};

  & + & {
    border-block-start: 1px solid ${color.line};
  }
`;

const Done = styled.ul`
  overflow-wrap: anywhere;
`;

interface Restorable {
  readonly record: string;
  readonly hasParts: boolean;
  /** The newest entry in the list, for the conflict check. */
  readonly seen: number;
}

interface ChangeSetItemProps extends Restorable {
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
        {changeSet.together > 1 && <UndoTogether changeSet={changeSet} describedBy={id} />}
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

const RESTORES = {
  variant: 'secondary',
  failureOf: (error: unknown) => restoreErrorText(error, 'It could not be restored. Please try again in a moment.'),
} as const;

interface RestoreVersionProps extends Restorable {
  /** The entry after which the version was there. */
  readonly entry: number;
  readonly name: string;
  readonly describedBy: string;
}

function RestoreVersion({ record, hasParts, entry, seen, name, describedBy }: RestoreVersionProps) {
  const { revalidate } = useRevalidator();
  const { say } = useMessages();
  const run = async () => {
    // A conflict reloads the history, too: the next try has its newest entry.
    const adjusted = await asStaff((client) => restoreVersion(client, record, { entry, seen })).finally(revalidate);
    say(`This is ${name} again.`, adjusted);
  };
  return (
    <DialogButton {...RESTORES} label="Restore" titleId={describedBy} title={`Restore ${name}?`} operation={run}>
      <p>
        It is saved anew, publication included. What is there now stays in the history.
        {hasParts && ' Its parts come back as they were; those that were added since are deleted.'}
      </p>
    </DialogButton>
  );
}

interface UndoTogetherProps {
  readonly changeSet: ChangeSet;
  readonly describedBy: string;
}

function UndoTogether({ changeSet: { id, together }, describedBy }: UndoTogetherProps) {
  const kinds = useContext(RecordKinds);
  const { revalidate } = useRevalidator();
  const { say } = useMessages();
  const title = `Undo this for all ${together} records?`;
  const run = async () => say(await undoChangeSet(kinds, id).finally(revalidate), []);
  return (
    <DialogButton
      {...RESTORES}
      label={`Undo for All ${together} Records`}
      titleId={describedBy}
      title={title}
      operation={run}
    >
      <p>They were changed together. Each is as it was before, unless somebody has changed it since.</p>
    </DialogButton>
  );
}
