import type { Result } from '@ki/shared/contract/result.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { type HistoryPage, isCreation } from '../model/history.ts';
import { ActItem, BeforeItem } from './act-item.tsx';

const List = styled.ol`
  display: grid;
  padding: 0;
  list-style: none;
`;

export interface HistoryListProps {
  readonly record: string;
  readonly ofCourse: boolean;
}

/** The newest acts on a record; older ones on demand. */
export function HistoryList(props: HistoryListProps) {
  return <HistoryPart {...props} before={null} seen={null} />;
}

interface HistoryPartProps extends HistoryListProps {
  /** Shows what is older than this entry. */
  readonly before: number | null;
  /** The newest entry of all, once it is known. */
  readonly seen: number | null;
}

const addressOf = ({ record, before }: HistoryPartProps) =>
  `${addresses.history({ record })}${before === null ? '' : `?before=${before}`}`;

function HistoryPart(props: HistoryPartProps) {
  const { record, ofCourse, before } = props;
  const address = addressOf(props);
  const { data: result, load } = useFetcher<Result<HistoryPage>>({ key: address });
  const [withOlder, setWithOlder] = useState(false);
  // The router: it fetches this part once, and again whenever something was saved.
  useEffect(() => void load(address), [load, address]);
  if (!result) return <Loading>Loading...</Loading>;
  if (!result.ok) {
    return (
      <Notice
        tone="error"
        title="The history could not be loaded."
        onRetry={() => void load(address)}
        retryLabel="Try again"
      >
        Please try again in a moment.
      </Notice>
    );
  }
  const { acts, more } = result.data;
  const [first] = acts;
  const oldest = acts.at(-1);
  const seen = props.seen ?? first?.lastEntry ?? 0;
  if (!oldest) return before === null ? <p>Nothing has happened to this yet.</p> : null;
  return (
    <Stack>
      <List>
        {acts.map((act) => (
          <ActItem
            key={act.act}
            record={record}
            act={act}
            ofCourse={ofCourse}
            seen={seen}
            isCurrent={before === null && act === first}
            isOldest={!more && act === oldest}
          />
        ))}
        {!more && !isCreation(oldest, ofCourse) && <BeforeItem record={record} ofCourse={ofCourse} seen={seen} />}
      </List>
      {more && !withOlder && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setWithOlder(true)}>
            Show older changes
          </Button>
        </div>
      )}
      {more && withOlder && <HistoryPart record={record} ofCourse={ofCourse} before={oldest.lastEntry} seen={seen} />}
    </Stack>
  );
}
