import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { type Drag, INSTRUCTIONS } from './use-drag.ts';

const DragPreview = styled.div`
  inline-size: min(100%, 26rem);
  padding: ${space[2]} ${space[4]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  box-shadow: ${elevation.floating};
  font-weight: 600;
`;

// The list announces moves itself, for all ways of moving.
const silent = () => undefined;
const ACCESSIBILITY = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: INSTRUCTIONS,
};

const POINTER = { activationConstraint: { distance: 6 } };

interface DragAreaProps {
  readonly drag: Drag;
  readonly collisions?: CollisionDetection;
  /** Follows the pointer. */
  readonly preview: (id: string) => ReactNode;
  readonly children: ReactNode;
}

/** Rows keep their positions during a drag: a line marks the drop position. */
export function DragArea({ drag, collisions = closestCenter, preview, children }: DragAreaProps) {
  const { dragged, pickUp, dragOver, drop, cancel } = drag;
  const sensors = useSensors(useSensor(PointerSensor, POINTER));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={ACCESSIBILITY}
      onDragStart={({ active }) => pickUp(String(active.id))}
      onDragOver={({ over }) => over && dragOver(String(over.id))}
      onDragCancel={cancel}
      onDragEnd={drop}
    >
      {children}
      <DragOverlay dropAnimation={null}>{dragged && <DragPreview>{preview(dragged.id)}</DragPreview>}</DragOverlay>
    </DndContext>
  );
}
