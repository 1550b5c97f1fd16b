import { Button } from '@ki/shared/ui/button.tsx';
import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { useState } from 'react';
import styled from 'styled-components';
import { type Point, usePointerDrag } from '../order/pointer-drag.ts';
import { DragImage } from '../order/row.tsx';
import { EntryBox, type EntryProps } from './entry-box.tsx';
import { type Day, longDay, shortDay, weekday } from './model/days.ts';
import { dropOf, type Entry, keyOf } from './model/entries.ts';
import type { DeniedMove, Move } from './use-moves.ts';

/** A list on small screens, where days without entries are left out. */
const Days = styled.ol`
  display: grid;
  gap: ${space[2]};
  padding: 0;
  list-style: none;

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

const Entries = styled.ul`
  display: grid;
  gap: ${space[2]};
  padding: 0;
  list-style: none;
`;

/** More entries of one day are shown on request, so that a day with hundreds stays a cell. */
const SHOWN = 5;

interface DayCellProps extends Pick<EntryProps, 'onMove' | 'denied'> {
  readonly day: Day;
  readonly isToday: boolean;
  readonly isOutside: boolean;
  readonly isOver: boolean;
  /** The key of the dragged entry. */
  readonly held: string | null;
  readonly entries: readonly Entry[];
  readonly clashes: ReadonlyMap<string, Entry>;
}

function DayCell({ day, isToday, isOutside, isOver, held, entries, clashes, denied, onMove }: DayCellProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const isEmpty = entries.length === 0 && !isToday;
  return (
    <Cell
      data-day={day}
      data-over={isOver || undefined}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-empty={isEmpty || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <Name>
        <span aria-hidden>{`${weekday(day)} ${shortDay(day)}`}</span>
        <VisuallyHidden>{longDay(day)}</VisuallyHidden>
      </Name>
      {shown.length > 0 && (
        <Entries>
          {shown.map((entry) => (
            <EntryBox
              key={keyOf(entry)}
              entry={entry}
              clash={clashes.get(keyOf(entry))}
              isDragged={keyOf(entry) === held}
              denied={denied}
              onMove={onMove}
            />
          ))}
        </Entries>
      )}
      {shown.length < entries.length && (
        <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
          {`Show ${entries.length - shown.length} more`}
        </Button>
      )}
    </Cell>
  );
}

export interface DayGridProps {
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
export function DayGrid({ label, days, today, isOutside, entries, clashes, denied, onMove, onDrop }: DayGridProps) {
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
          <DayCell
            key={day}
            day={day}
            isToday={day === today}
            isOutside={isOutside(day)}
            isOver={day === over}
            held={held}
            entries={entries.get(day) ?? NONE}
            clashes={clashes}
            denied={denied}
            onMove={onMove}
          />
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
