import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { CourseOrder } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';
import { INSTRUCTIONS, titleOf } from './announcements.ts';
import { collisions } from './collisions.ts';
import { ModuleSection } from './module-section.tsx';
import type { OutlineActions } from './outline-actions.ts';
import { carriedAt, useCarry } from './use-carry.ts';

const List = styled.ol`
  display: grid;
  gap: ${space[4]};
  padding: 0;
  list-style: none;
`;

const Lifted = styled.div`
  inline-size: min(100%, 26rem);
  padding: ${space[2]} ${space[4]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  box-shadow: ${elevation.floating};
  font-weight: 600;
`;

// The outline tells itself what happens, by whatever means it is moved.
const untold = () => undefined;
const ACCESSIBILITY = {
  announcements: { onDragStart: untold, onDragOver: untold, onDragEnd: untold, onDragCancel: untold },
  screenReaderInstructions: INSTRUCTIONS,
};

const POINTER = { activationConstraint: { distance: 6 } };

export interface DraggableOutlineProps {
  readonly modules: readonly ModuleOutline[];
  readonly order: CourseOrder;
  readonly withLessons: boolean;
  readonly onMove: (order: CourseOrder) => void;
  /** Tells a screen reader. */
  readonly say: (text: string) => void;
  readonly actions: OutlineActions;
}

/** Modules and lessons of a course, to be put in order by pointer, finger or keyboard. */
export function DraggableOutline({ modules, order, withLessons, onMove, say, actions }: DraggableOutlineProps) {
  const { carried, pickUp, carryOver, drop, cancel, keys } = useCarry({ modules, order, onMove, say });
  const sensors = useSensors(useSensor(PointerSensor, POINTER));
  const lessons = modules.flatMap((module) => module.lessons);
  const firstLesson = modules[0]?.lessons.length ? lessons[0]?.id : undefined;
  const lastLesson = modules.at(-1)?.lessons.length ? lessons.at(-1)?.id : undefined;

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={ACCESSIBILITY}
      onDragStart={({ active }) => pickUp(String(active.id))}
      onDragOver={({ over }) => over && carryOver(String(over.id))}
      onDragCancel={cancel}
      onDragEnd={drop}
    >
      {/* Nothing makes room while something is moved: a line shows where it will land. */}
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
            carried={carriedAt(carried, module.id, ...module.lessons.map(({ id }) => id))}
          />
        ))}
      </List>
      <DragOverlay dropAnimation={null}>
        {carried && (
          <Lifted>
            {carried.kind === 'module' && 'Module: '}
            <span lang="de">{titleOf(modules, carried.id)}</span>
          </Lifted>
        )}
      </DragOverlay>
    </DndContext>
  );
}
