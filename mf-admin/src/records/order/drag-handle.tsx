import { useDraggable, useDroppable } from '@dnd-kit/core';
import { color, radius } from '@ki/shared/ui/theme.ts';
import { useMemo } from 'react';
import styled from 'styled-components';
import { handleId } from './use-drag.ts';

type Draggable = ReturnType<typeof useDraggable>;
export type DragTarget = Pick<Draggable, 'attributes' | 'listeners' | 'setActivatorNodeRef' | 'setNodeRef'>;

const HANDLE = { roleDescription: 'sortable' };

/**
 * Makes a row draggable and a drop target. dnd-kit renders every row during a drag; the memoized value keeps memoized
 * children from rendering, too.
 */
export function useDragTarget(id: string, kind: string): DragTarget {
  const data = { kind };
  const {
    attributes,
    listeners,
    setActivatorNodeRef,
    setNodeRef: drag,
  } = useDraggable({ id, data, attributes: HANDLE });
  const { setNodeRef: drop } = useDroppable({ id, data });
  return useMemo(
    () => ({
      attributes,
      listeners,
      setActivatorNodeRef,
      setNodeRef: (node) => {
        drag(node);
        drop(node);
      },
    }),
    [attributes, listeners, setActivatorNodeRef, drag, drop],
  );
}

const Grip = styled.button.attrs({ type: 'button' })`
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: ${color.muted};
  cursor: grab;
  /* A touch drags instead of scrolling. */
  touch-action: none;

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }
`;

export interface HandleProps {
  readonly id: string;
  readonly title: string;
  readonly target: DragTarget;
  readonly isDragged: boolean;
}

export const Handle = ({
  id,
  title,
  target: { attributes, listeners, setActivatorNodeRef },
  isDragged,
}: HandleProps) => (
  <Grip
    ref={setActivatorNodeRef}
    {...attributes}
    {...listeners}
    id={handleId(id)}
    data-handle={id}
    aria-pressed={isDragged}
    aria-label={`Reorder ${title}`}
  >
    <svg aria-hidden="true" width="16" height="20" viewBox="0 0 16 20" fill="currentColor">
      {[4, 10, 16].map((y) => (
        <g key={y}>
          <circle cx="5" cy={y} r="1.6" />
          <circle cx="11" cy={y} r="1.6" />
        </g>
      ))}
    </svg>
  </Grip>
);
