import { useDraggable, useDroppable } from '@dnd-kit/core';
import { color, radius } from '@ki/shared/ui/theme.ts';
import { useMemo } from 'react';
import styled from 'styled-components';
import { useOrderRefusal } from '../refusals.tsx';
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
  const disabled = useOrderRefusal() !== null;
  const {
    attributes,
    listeners,
    setActivatorNodeRef,
    setNodeRef: drag,
  } = useDraggable({ id, data, disabled, attributes: HANDLE });
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

  &[aria-disabled='true'] {
    opacity: 0.62;
  }

  &[aria-disabled='false'] {
    cursor: grab;
    /* A touch drags instead of scrolling. */
    touch-action: none;
  }

  &[aria-disabled='false']:hover {
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

const DOTS = (
  <svg aria-hidden="true" width="16" height="20" viewBox="0 0 16 20" fill="currentColor">
    {[4, 10, 16].map((y) => (
      <g key={y}>
        <circle cx="5" cy={y} r="1.6" />
        <circle cx="11" cy={y} r="1.6" />
      </g>
    ))}
  </svg>
);

export function Handle({ id, title, target, isDragged }: HandleProps) {
  const { attributes, listeners, setActivatorNodeRef } = target;
  const refusal = useOrderRefusal();
  return (
    <Grip
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      {...(refusal ? { 'aria-describedby': refusal.noteId } : { 'data-handle': id })}
      id={handleId(id)}
      aria-pressed={isDragged}
      aria-label={`Reorder ${title}`}
    >
      {DOTS}
    </Grip>
  );
}
