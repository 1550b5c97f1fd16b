import { timeOfDay } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { publicationState } from '../kinds/model/publication.ts';
import { useKind } from '../kinds/record-kinds.ts';
import { siteZoneAt } from '../kit/model/zones.ts';
import { RowFailure } from '../kit/table/row.tsx';
import { type Point, usePointerDrag } from '../order/pointer-drag.ts';
import { DragImage } from '../order/row.tsx';
import { type Day, longDay, shortDay, weekday } from './model/calendar-view.ts';
import { dropOf, type Entry, keyOf } from './model/entries.ts';
import type { DeniedMove, Move } from './moves.tsx';

/** A list on small screens, where days without entries are left out. */
const Days = styled.ol`
  display: grid;
  gap: ${space[2]};

  ${from.large} {
    grid-template-columns: repeat(7, minmax(0, 1fr));
  }
`;

const Cell = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.small};
  background: ${color.surface};

  &[data-outside] {
    background: ${color.ground};
  }

  &[data-over] {
    background: ${color.brandSoft};
  }

  &[data-today] {
    border-color: ${color.brand};
    box-shadow: inset 0 0 0 1px ${color.brand};
  }

  &[data-empty] {
    display: none;
  }

  ${from.large} {
    min-block-size: 7.5rem;

    &[data-empty] {
      display: flex;
    }
  }
`;

const Name = styled.h3`
  font: inherit;
  font-size: ${size.small};
  font-weight: 600;
`;

/** More entries of one day are shown on request, so that a day with hundreds stays a cell. */
const SHOWN = 5;

interface DayCellProps extends DayGridProps, Pick<EntryProps, 'held'> {
  readonly day: Day;
  readonly over: Day | undefined;
}

function DayCell({ day, over, held, ...grid }: DayCellProps) {
  const entries = grid.entries.get(day) ?? NONE;
  const isToday = day === grid.today;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const isEmpty = entries.length === 0 && !isToday;
  return (
    <Cell
      data-day={day}
      data-over={day === over || undefined}
      data-today={isToday || undefined}
      data-outside={grid.isOutside(day) || undefined}
      data-empty={isEmpty || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <Name>
        <span aria-hidden>{`${weekday(day)} ${shortDay(day)}`}</span>
        <VisuallyHidden>{longDay(day)}</VisuallyHidden>
      </Name>
      {shown.length > 0 && (
        <Stack as="ul" $gap={2}>
          {shown.map((entry) => (
            <EntryBox key={keyOf(entry)} entry={entry} held={held} {...grid} />
          ))}
        </Stack>
      )}
      {shown.length < entries.length && (
        <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
          {`Show ${entries.length - shown.length} more`}
        </Button>
      )}
    </Cell>
  );
}

interface DayGridProps {
  readonly label: string;
  readonly days: readonly Day[];
  readonly today: Day;
  readonly isOutside: (day: Day) => boolean;
  readonly entries: ReadonlyMap<Day, readonly Entry[]>;
  readonly clashes: ReadonlyMap<string, Entry>;
  readonly denied: DeniedMove | null;
  /** Asks for the moment. */
  readonly onMove: (entry: Entry) => void;
  readonly onDrop: (move: Move) => void;
}

const NONE: readonly Entry[] = [];

const dayAt = ({ x, y }: Point) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset.day;

/** The page announces each move itself, and keyboards move by a dialog. */
export function DayGrid(grid: DayGridProps) {
  const { label, days, entries, onDrop } = grid;
  const [over, setOver] = useState<Day | undefined>();
  const { held, image, onPointerDown } = usePointerDrag({
    moveTo: (point) => setOver(dayAt(point)),
    drop: () => {
      setOver(undefined);
      if (dragged && over) onDrop({ entry: dragged, ...dropOf(dragged.publishedAt, over) });
    },
    cancel: () => setOver(undefined),
  });
  const dragged = held && [...entries.values()].flat().find((entry) => keyOf(entry) === held);
  return (
    <>
      <Days aria-label={label} onPointerDown={onPointerDown}>
        {days.map((day) => (
          <DayCell key={day} day={day} over={over} held={held} {...grid} />
        ))}
      </Days>
      {dragged && (
        <DragImage ref={image} lang="de">
          {dragged.title}
        </DragImage>
      )}
    </>
  );
}

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

function stateOf({ isDraft }: Entry, isScheduled: boolean): string {
  if (isDraft) return 'changes to be published';
  return isScheduled ? 'scheduled' : 'public';
}

type EntryProps = Pick<DayGridProps, 'clashes' | 'denied' | 'onMove'> & {
  readonly entry: Entry;
  /** The key of the dragged entry. */
  readonly held: string | null;
};

function EntryBox({ entry, held, clashes, denied, onMove }: EntryProps) {
  const { id, table, title, publishedAt } = entry;
  const kind = useKind(table);
  const key = keyOf(entry);
  const clash = clashes.get(key);
  const isScheduled = publicationState(publishedAt) === 'scheduled';
  const zone = siteZoneAt(publishedAt);
  const titleId = `entry-${key}`;
  return (
    <Box $isScheduled={isScheduled} data-handle={key} data-dragged={key === held || undefined}>
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
      <div>
        <Button variant="quiet" size="small" aria-describedby={titleId} onClick={() => onMove(entry)}>
          Move
        </Button>
      </div>
      {denied?.entry === key && <RowFailure>{denied.reason}</RowFailure>}
    </Box>
  );
}
