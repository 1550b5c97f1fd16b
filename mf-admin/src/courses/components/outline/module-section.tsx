import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { Note } from '../../../kit/part.tsx';
import { titleId } from '../../../kit/table/row.tsx';
import { Body, Handle } from '../../../order/row.tsx';
import { type Dragged, draggedAt, rowElementId } from '../../../order/use-drag.ts';
import { cascadeHint } from '../../../versions/delete-button.tsx';
import { searchOfView } from '../../model/builder-view.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';
import { module as kind } from '../../outline-record.ts';
import { LessonRow } from './lesson-row.tsx';
import { LessonList, ModuleFrame, ModuleHead } from './module-layout.ts';
import { type OutlineActions, OutlineButtons } from './row-buttons.tsx';

const Title = styled.h2`
  font-size: ${size.h4};
`;

const Foot = styled.div`
  padding: ${space[2]} ${space[4]};
  border-block-start: 1px solid ${color.line};
`;

export interface ModuleSectionProps {
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

export const ModuleSection = memo(function ModuleSection({
  module,
  number,
  last,
  firstLesson,
  lastLesson,
  withLessons,
  actions,
  dragged,
  lessonIsDragged,
}: ModuleSectionProps) {
  const { id, title, lessons } = module;
  const isDragged = dragged?.id === id;
  const landing = dragged?.over === id ? dragged.side : null;
  // A module lands next to the whole section, a lesson next to its head.
  const isForModule = !lessonIsDragged;
  return (
    <ModuleFrame $landing={isForModule ? landing : null} $isDragged={isDragged}>
      <ModuleHead id={rowElementId(id)} $landing={isForModule ? null : landing}>
        <Handle id={id} title={title} isDragged={isDragged} />
        <Body>
          <div>
            <Title>
              Module {number}:{' '}
              <span id={titleId(id)} lang="de">
                {title}
              </span>
            </Title>
            <Note>{plural(lessons.length, 'lesson', 'lessons')}</Note>
          </div>
          <OutlineButtons
            id={id}
            title={title}
            first={number === 1}
            last={last}
            edit={searchOfView({ kind: 'edit-module', id })}
            kind={kind}
            cascadeHint={cascadeHint(0, lessons.length)}
            onStep={actions.step}
            onDuplicate={actions.duplicateModule}
            onDelete={actions.deleteModule}
          />
        </Body>
      </ModuleHead>
      {withLessons && (
        <>
          <LessonList aria-labelledby={titleId(id)}>
            {lessons.map((lesson) => (
              <LessonRow
                key={lesson.id}
                lesson={lesson}
                first={lesson.id === firstLesson}
                last={lesson.id === lastLesson}
                actions={actions}
                dragged={draggedAt(dragged, lesson.id)}
              />
            ))}
          </LessonList>
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
