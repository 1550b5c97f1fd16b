import { color, radius } from '@ki/shared/ui/theme.ts';
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { afterDrop, sortedBy, stepItem } from './model/order.ts';
import { Body, DragArea, Frame, Handle, StepButtons, stepButtonId } from './row.tsx';
import { type Dragged, draggedAt, rowElementId, useDrag, useRestoredFocus } from './use-drag.ts';
import { OrderMessages, useOrder } from './use-order.tsx';

interface OrderedRow {
  readonly id: string;
  readonly title: string;
}

type Content<Row> = (row: Row, steps: ReactNode) => ReactNode;

interface ReorderableListProps<Row extends OrderedRow> {
  readonly label: string;
  /** Begins the sentence that announces a position, such as `Level`. */
  readonly noun: string;
  /** Must keep its identity between renders. */
  readonly rows: readonly Row[];
  /** Stores all ids in their order, in one request. */
  readonly save: (ids: readonly string[]) => Promise<void>;
  /**
   * The texts of a row, with an element `titleId(id)`, and its `Actions`, which begin with `steps`: the buttons that
   * move the row. In module scope, so that a move renders only the rows that it changes.
   */
  readonly children: Content<Row>;
}

const List = styled.ol`
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};

  > li:first-child {
    border-block-start: 0;
  }
`;

const ALL = (ids: readonly string[]) => ids;

/** A list whose rows are moved by buttons, by drag and by keys. It saves each move and reloads the page's data. */
export function ReorderableList<Row extends OrderedRow>(props: ReorderableListProps<Row>) {
  const { label, noun, save, children } = props;
  const { revalidate } = useRevalidator();
  const [announcement, announce] = useState('');
  const restoreFocus = useRestoredFocus();
  const { rows, move, saving, failed, error } = useOrder({
    rows: props.rows,
    apply: sortedBy<Row>,
    save,
    onSaved: () => void revalidate(),
  });
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);
  const titleOf = (id: string) => rows.find((row) => row.id === id)?.title ?? '';
  const positionText = (ids: readonly string[], id: string) =>
    `${noun} “${titleOf(id)}” is number ${ids.indexOf(id) + 1} of ${ids.length}.`;
  const drag = useDrag({ order, targetsOf: ALL, afterDrop, onMove: move, positionText, announce });
  const step = useLatest((id: string, by: 1 | -1) => {
    const next = stepItem(order, id, by);
    if (next === order) return;
    move(next);
    announce(positionText(next, id));
    restoreFocus(stepButtonId(id, by));
  });
  return (
    <>
      <OrderMessages announcement={announcement} failed={failed} error={error} />
      <DragArea drag={drag} image={(id) => <span lang="de">{titleOf(id)}</span>}>
        <List aria-label={label} aria-busy={saving} {...drag.handlers}>
          {rows.map((row, index) => (
            <Item
              key={row.id}
              row={row}
              first={index === 0}
              last={index === rows.length - 1}
              dragged={draggedAt(drag.dragged, row.id)}
              onStep={step}
              content={children as Content<OrderedRow>}
            />
          ))}
        </List>
      </DragArea>
    </>
  );
}

/** A function that keeps its identity and calls the newest one. */
function useLatest<Args extends readonly unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

interface ItemProps {
  readonly row: OrderedRow;
  readonly first: boolean;
  readonly last: boolean;
  /** Null while a drag does not change this row. */
  readonly dragged: Dragged | null;
  readonly onStep: (id: string, by: 1 | -1) => void;
  readonly content: Content<OrderedRow>;
}

const Item = memo(function Item({ row, first, last, dragged, onStep, content }: ItemProps) {
  const { id, title } = row;
  const isDragged = dragged?.id === id;
  return (
    <Frame id={rowElementId(id)} $landing={dragged?.over === id ? dragged.side : null} $isDragged={isDragged}>
      <Handle id={id} title={title} isDragged={isDragged} />
      <Body>{content(row, <StepButtons id={id} first={first} last={last} onStep={onStep} />)}</Body>
    </Frame>
  );
});
