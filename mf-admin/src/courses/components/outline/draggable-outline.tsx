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
import styled from 'styled-components';
import { ModuleSection } from './module-section.tsx';
import type { OutlineActions } from './row-buttons.tsx';
import { type DragOptions, draggedAt, INSTRUCTIONS, titleOf, useDrag } from './use-drag.ts';

/** Lessons can be dropped everywhere, modules on modules only. */
const collisions: CollisionDetection = (args) => {
  if (args.active.data.current?.kind !== 'module') return closestCenter(args);
  const modules = args.droppableContainers.filter(({ data }) => data.current?.kind === 'module');
  return closestCenter({ ...args, droppableContainers: modules });
};

const List = styled.ol`
  display: grid;
  gap: ${space[4]};
  padding: 0;
  list-style: none;
`;

const DragPreview = styled.div`
  inline-size: min(100%, 26rem);
  padding: ${space[2]} ${space[4]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  box-shadow: ${elevation.floating};
  font-weight: 600;
`;

// The outline announces moves itself, for all ways of moving.
const silent = () => undefined;
const ACCESSIBILITY = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: INSTRUCTIONS,
};

const POINTER = { activationConstraint: { distance: 6 } };

export interface DraggableOutlineProps extends DragOptions {
  readonly withLessons: boolean;
  readonly actions: OutlineActions;
}

export function DraggableOutline({ modules, order, withLessons, onMove, announce, actions }: DraggableOutlineProps) {
  const { dragged, pickUp, dragOver, drop, cancel, keys } = useDrag({ modules, order, onMove, announce });
  const sensors = useSensors(useSensor(PointerSensor, POINTER));
  const firstLesson = modules[0]?.lessons[0]?.id;
  const lastLesson = modules.at(-1)?.lessons.at(-1)?.id;

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
      {/* Rows keep their positions during a drag: a line marks the drop position. */}
      <List aria-label="Modules" {...keys}>
        {modules.map((module, index) => (
          <ModuleSection
            key={module.id}
            module={module}
            number={index + 1}
            last={index === modules.length - 1}
            firstLesson={firstLesson}
            lastLesson={lastLesson}
            withLessons={withLessons}
            actions={actions}
            dragged={draggedAt(dragged, module.id, ...module.lessons.map(({ id }) => id))}
          />
        ))}
      </List>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <DragPreview>
            {dragged.kind === 'module' && 'Module: '}
            <span lang="de">{titleOf(modules, dragged.id)}</span>
          </DragPreview>
        )}
      </DragOverlay>
    </DndContext>
  );
}
