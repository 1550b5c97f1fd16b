import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { Note, SmallTitle } from '../../kit/part.tsx';
import { titleId } from '../../kit/table/row.tsx';
import { Body, DragArea, isDragged as draggedLook, Handle, landing as landingLook } from '../../order/row.tsx';
import { type Dragged, draggedAt, rowElementId, useDrag } from '../../order/use-drag.ts';
import { cascadeHint } from '../../versions/delete-button.tsx';
import { module as kind } from '../course-record.ts';
import { searchOfView } from '../model/builder-view.ts';
import { type CourseOrder, isModule, orderAfterDrop, targetsFor } from '../model/course-order.ts';
import { type ModuleOutline, positionText, titleOf } from '../model/course-outline.ts';
import { LessonRow, type OutlineActions, OutlineButtons } from './rows.tsx';

const ModuleFrame = styled.li<{ $landing: 'before' | 'after' | null; $isDragged: boolean }>`
  ${landingLook}
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  ${draggedLook}
`;

const ModuleHead = styled.div<{ $landing: 'before' | 'after' | null }>`
  ${landingLook}
  /* Shows the drop indicator, too, when the row is scrolled into view. */
  scroll-margin-block: ${space[3]};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[2]} ${space[3]};
  align-items: center;
  padding: ${space[3]} ${space[4]} ${space[3]} ${space[2]};
  border-radius: ${radius.medium} ${radius.medium} 0 0;
  background: ${color.sunken};
`;

const Foot = styled.div`
  padding: ${space[2]} ${space[4]};
  border-block-start: 1px solid ${color.line};
`;

interface ModuleSectionProps {
  readonly module: ModuleOutline;
  readonly number: number;
  readonly last: boolean;
  readonly firstLesson: string | undefined;
  readonly lastLesson: string | undefined;
  readonly withLessons: boolean;
  readonly actions: OutlineActions;
  readonly dragged: Dragged | null;
  readonly lessonIsDragged: boolean;
}

const ModuleSection = memo(function ModuleSection(props: ModuleSectionProps) {
  const { module, number, actions, dragged } = props;
  const { id, title, lessons } = module;
  const isDragged = dragged?.id === id;
  const landing = dragged?.over === id ? dragged.side : null;
  // A module lands next to the whole section, a lesson next to its head.
  const isForModule = !props.lessonIsDragged;
  return (
    <ModuleFrame $landing={isForModule ? landing : null} $isDragged={isDragged}>
      <ModuleHead id={rowElementId(id)} $landing={isForModule ? null : landing}>
        <Handle id={id} title={title} isDragged={isDragged} />
        <Body>
          <div>
            <SmallTitle as="h2">
              Module {number}:{' '}
              <span id={titleId(id)} lang="de">
                {title}
              </span>
            </SmallTitle>
            <Note>{plural(lessons.length, 'lesson', 'lessons')}</Note>
          </div>
          <OutlineButtons
            id={id}
            title={title}
            first={number === 1}
            last={props.last}
            edit={searchOfView({ kind: 'edit-module', id })}
            kind={kind}
            cascadeHint={cascadeHint(0, lessons.length)}
            actions={actions}
          />
        </Body>
      </ModuleHead>
      {props.withLessons && (
        <>
          <ol aria-labelledby={titleId(id)}>
            {lessons.map((lesson) => (
              <LessonRow
                key={lesson.id}
                lesson={lesson}
                first={lesson.id === props.firstLesson}
                last={lesson.id === props.lastLesson}
                actions={actions}
                dragged={draggedAt(dragged, lesson.id)}
              />
            ))}
          </ol>
          <Foot>
            <ButtonLink
              to={searchOfView({ kind: 'new-lesson', moduleId: id })}
              variant="quiet"
              size="small"
              icon={<PlusIcon size={16} />}
              aria-describedby={titleId(id)}
            >
              Add Lesson
            </ButtonLink>
          </Foot>
        </>
      )}
    </ModuleFrame>
  );
});

interface DraggableOutlineProps {
  readonly modules: readonly ModuleOutline[];
  readonly order: CourseOrder;
  readonly onMove: (order: CourseOrder) => void;
  readonly announce: (text: string) => void;
  readonly withLessons: boolean;
  readonly actions: OutlineActions;
}

export function DraggableOutline({ modules, order, onMove, announce, ...shown }: DraggableOutlineProps) {
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
  const ends = { firstLesson: modules[0]?.lessons[0]?.id, lastLesson: modules.at(-1)?.lessons.at(-1)?.id };
  const image = (id: string) => (
    <>
      {isModule(order, id) && 'Module: '}
      <span lang="de">{titleOf(modules, id)}</span>
    </>
  );
  return (
    <DragArea drag={drag} image={image}>
      <Stack as="ol" aria-label="Modules" {...drag.handlers}>
        {modules.map((module, index) => {
          const part = draggedAt(dragged, module.id, ...module.lessons.map(({ id }) => id));
          return (
            <ModuleSection
              key={module.id}
              module={module}
              number={index + 1}
              last={index === modules.length - 1}
              dragged={part}
              lessonIsDragged={part !== null && lessonIsDragged}
              {...ends}
              {...shown}
            />
          );
        })}
      </Stack>
    </DragArea>
  );
}
