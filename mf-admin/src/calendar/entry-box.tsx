import { timeOfDay } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { publicationState } from '../kinds/model/publication.ts';
import { useKind } from '../kinds/record-kinds.ts';
import { siteZoneAt } from '../kit/model/zones.ts';
import { RowFailure } from '../kit/table/row.tsx';
import { type Entry, keyOf } from './model/entries.ts';
import type { DeniedMove } from './use-moves.ts';

const Box = styled.li<{ $isScheduled: boolean }>`
  display: grid;
  gap: ${space[1]};
  padding: ${space[2]};
  border-inline-start: 3px solid ${({ $isScheduled }) => ($isScheduled ? color.brand : color.success)};
  border-radius: ${radius.small};
  background: ${color.sunken};
  font-size: ${size.small};
  hyphens: auto;
  overflow-wrap: anywhere;
  cursor: grab;

  &[data-dragged] {
    opacity: 0.5;
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[1]};
`;

function stateOf({ isDraft }: Entry, isScheduled: boolean): string {
  if (isDraft) return 'changes to be published';
  return isScheduled ? 'scheduled' : 'public';
}

export interface EntryProps {
  readonly entry: Entry;
  readonly clash: Entry | undefined;
  readonly isDragged: boolean;
  readonly denied: DeniedMove | null;
  readonly onMove: (entry: Entry) => void;
}

export function EntryBox({ entry, clash, isDragged, denied, onMove }: EntryProps) {
  const { id, table, title, publishedAt } = entry;
  const kind = useKind(table);
  const key = keyOf(entry);
  const isScheduled = publicationState(publishedAt) === 'scheduled';
  const zone = siteZoneAt(publishedAt);
  const titleId = `entry-${key}`;
  return (
    <Box $isScheduled={isScheduled} data-handle={key} data-dragged={isDragged || undefined}>
      <span>
        <time dateTime={publishedAt}>{timeOfDay(publishedAt)}</time>
        {zone && ` (${zone})`} {kind?.texts.noun}, {stateOf(entry, isScheduled)}
      </span>
      <Link id={titleId} to={kind?.at?.edit({ id }) ?? ''} lang="de" draggable={false}>
        {title}
      </Link>
      {clash && (
        <span>
          <Badge $tone="warning">Clash</Badge> less than an hour from “<span lang="de">{clash.title}</span>”
        </span>
      )}
      <Foot>
        <Button variant="quiet" size="small" aria-describedby={titleId} onClick={() => onMove(entry)}>
          Move
        </Button>
      </Foot>
      {denied?.entry === key && <RowFailure>{denied.reason}</RowFailure>}
    </Box>
  );
}
