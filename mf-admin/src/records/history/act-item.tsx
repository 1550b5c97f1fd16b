import { dateTime } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { type HistoryAct, isDeletion, sentencesOf } from '../model/history.ts';
import { ActDifference } from './act-difference.tsx';
import { RestoreVersion } from './restore-version.tsx';

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

const When = styled.span`
  color: ${color.muted};
  font-size: ${size.small};
`;

interface Restorable {
  readonly record: string;
  readonly ofCourse: boolean;
  /** The newest entry that the list shows. */
  readonly seen: number;
}

export interface ActItemProps extends Restorable {
  readonly act: HistoryAct;
  /** What the record is now. */
  readonly isCurrent: boolean;
  /** Nothing is known from before it. */
  readonly isOldest: boolean;
}

/** One act: who, when, what; its texts and the way back to it. */
export function ActItem({ act, isCurrent, isOldest, record, ofCourse, seen }: ActItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const when = dateTime(act.happenedAt);
  return (
    <Item>
      <Cluster $justify="space-between" id={id}>
        <Cluster $gap={2}>
          <strong>{act.actor ?? 'The system'}</strong>
          {isCurrent && <Badge $tone="success">Current version</Badge>}
        </Cluster>
        <When as="time" dateTime={act.happenedAt} lang="de">
          {when}
        </When>
      </Cluster>
      <Done>
        {sentencesOf(act, { ofCourse, isOldest }).map((sentence) => (
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
        {!isCurrent && !isDeletion(act, ofCourse) && (
          <RestoreVersion
            record={record}
            ofCourse={ofCourse}
            version={{ entry: act.lastEntry, seen }}
            name={`the version of ${when}`}
            describedBy={id}
          />
        )}
      </Cluster>
      <div id={`${id}-texts`}>{open && <ActDifference record={record} act={act.act} ofCourse={ofCourse} />}</div>
    </Item>
  );
}

/** What was there before the first act that is kept. */
export function BeforeItem({ record, ofCourse, seen }: Restorable): ReactNode {
  const id = useId();
  return (
    <Item>
      <strong id={id}>Before these changes</strong>
      <Cluster>
        <RestoreVersion
          record={record}
          ofCourse={ofCourse}
          version={{ entry: 0, seen }}
          name="the version before these changes"
          describedBy={id}
        />
      </Cluster>
    </Item>
  );
}
