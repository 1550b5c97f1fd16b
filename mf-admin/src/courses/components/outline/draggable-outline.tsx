import { space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { DragArea } from '../../../order/row.tsx';
import { draggedAt, useDrag } from '../../../order/use-drag.ts';
import { type CourseOrder, isModule, orderAfterDrop, targetsFor } from '../../model/course-order.ts';
import { type ModuleOutline, positionText, titleOf } from '../../model/course-outline.ts';
import { ModuleSection } from './module-section.tsx';
import type { OutlineActions } from './row-buttons.tsx';

const List = styled.ol`
  display: grid;
  gap: ${space[4]};
  padding: 0;
  list-style: none;
`;

export interface DraggableOutlineProps {
  readonly modules: readonly ModuleOutline[];
  readonly order: CourseOrder;
  readonly onMove: (order: CourseOrder) => void;
  readonly announce: (text: string) => void;
  readonly withLessons: boolean;
  readonly actions: OutlineActions;
}

export function DraggableOutline({ modules, order, withLessons, onMove, announce, actions }: DraggableOutlineProps) {
  const drag = useDrag({
    order,
    targetsOf: targetsFor,
    afterDrop: orderAfterDrop,
    onMove,
    positionText: (next, id) => positionText(modules, next, id),
    announce,
  });
  const { dragged } = drag;
  const lessonIsDragged = dragged !== null && !isModule(order, dragged.id);
  const firstLesson = modules[0]?.lessons[0]?.id;
  const lastLesson = modules.at(-1)?.lessons.at(-1)?.id;
  const image = (id: string) => (
    <>
      {isModule(order, id) && 'Module: '}
      <span lang="de">{titleOf(modules, id)}</span>
    </>
  );
  return (
    <DragArea drag={drag} image={image}>
      <List aria-label="Modules" {...drag.handlers}>
        {modules.map((module, index) => {
          const part = draggedAt(dragged, module.id, ...module.lessons.map(({ id }) => id));
          return (
            <ModuleSection
              key={module.id}
              module={module}
              number={index + 1}
              last={index === modules.length - 1}
              firstLesson={firstLesson}
              lastLesson={lastLesson}
              withLessons={withLessons}
              actions={actions}
              dragged={part}
              lessonIsDragged={part !== null && lessonIsDragged}
            />
          );
        })}
      </List>
    </DragArea>
  );
}
