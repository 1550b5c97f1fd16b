import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { useState } from 'react';
import { addresses } from '../../addresses.ts';
import { type HistoryPage, isCreation, isOnlyBeside } from '../model/history.ts';
import { BeforeItem, ChangeSetItem, Loaded } from './change-set.tsx';

export interface HistoryListProps {
  readonly record: string;
  readonly hasParts: boolean;
}

export const HistoryList = (props: HistoryListProps) => <HistoryPart {...props} before={null} seen={null} />;

interface HistoryPartProps extends HistoryListProps {
  readonly before: number | null;
  readonly seen: number | null;
}

const addressOf = ({ record, before }: HistoryPartProps) =>
  `${addresses.history({ record })}${before === null ? '' : `?before=${before}`}`;

function HistoryPart(props: HistoryPartProps) {
  const older = useState(false);
  return (
    <Loaded<HistoryPage> address={addressOf(props)} failure="The history could not be loaded.">
      {(page) => <ChangeSets {...props} page={page} older={older} />}
    </Loaded>
  );
}

interface ChangeSetsProps extends HistoryPartProps {
  readonly page: HistoryPage;
  readonly older: readonly [boolean, (shown: boolean) => void];
}

function ChangeSets({ page, older: [withOlder, setWithOlder], ...props }: ChangeSetsProps) {
  const { record, hasParts, before } = props;
  const { changeSets, more } = page;
  const [first] = changeSets;
  const current = before === null ? changeSets.find((changeSet) => !isOnlyBeside(changeSet)) : undefined;
  const oldest = changeSets.at(-1);
  const seen = props.seen ?? first?.lastEntry ?? 0;
  if (!oldest) return before === null ? <p>Nothing has happened to this yet.</p> : null;
  return (
    <Stack>
      <ol>
        {changeSets.map((changeSet) => (
          <ChangeSetItem
            key={changeSet.id}
            record={record}
            changeSet={changeSet}
            hasParts={hasParts}
            seen={seen}
            isCurrent={changeSet === current}
            isOldest={!more && changeSet === oldest}
          />
        ))}
        {!more && !isCreation(oldest, hasParts) && <BeforeItem record={record} hasParts={hasParts} seen={seen} />}
      </ol>
      {more && !withOlder && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setWithOlder(true)}>
            Show older changes
          </Button>
        </div>
      )}
      {more && withOlder && <HistoryPart record={record} hasParts={hasParts} before={oldest.lastEntry} seen={seen} />}
    </Stack>
  );
}
