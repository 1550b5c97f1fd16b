import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { goesAlong } from '../../../records/model/goes-along.ts';
import { titleId } from '../../../records/table/row-title.tsx';
import { searchOfView } from '../../model/builder-view.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';
import { module as kind } from '../../module-record.ts';
import { Handle } from './handle.tsx';
import { LessonRow } from './lesson-row.tsx';
import type { OutlineActions } from './outline-actions.ts';
import { OutlineButtons } from './outline-buttons.tsx';
import { Body, LessonList, ModuleFrame, ModuleHead } from './outline-parts.ts';
import { type Carried, carriedAt, placeId } from './use-carry.ts';
import { type Place, usePlace } from './use-place.ts';

const Title = styled.h2`
  font-size: ${size.h4};
`;

const About = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

const Foot = styled.div`
  padding: ${space[2]} ${space[4]};
  border-block-start: 1px solid ${color.line};
`;

export interface ModuleSectionProps {
  readonly module: ModuleOutline;
  /** Counts from 1. */
  readonly number: number;
  readonly last: boolean;
  /** Ids of the course's first and last lesson: those have no further way. */
  readonly firstLesson: string | undefined;
  readonly lastLesson: string | undefined;
  readonly withLessons: boolean;
  readonly actions: OutlineActions;
  /** What is being moved, if this or one of its lessons has a part in it. */
  readonly carried: Carried | null;
}

/** A module with its lessons. */
export const ModuleSection = memo(function ModuleSection(props: ModuleSectionProps) {
  return <PlacedModule {...props} place={usePlace(props.module.id, 'module')} />;
});

interface PlacedModuleProps extends ModuleSectionProps {
  readonly place: Place;
}

const PlacedModule = memo(function PlacedModule({
  module,
  number,
  last,
  firstLesson,
  lastLesson,
  withLessons,
  actions,
  carried,
  place,
}: PlacedModuleProps) {
  const { id, title, lessons } = module;
  const lifted = carried?.id === id;
  const landing = carried?.over === id ? carried.side : null;
  // Another module lands beside the whole of this one, a lesson beside its head.
  const isForModule = carried?.kind === 'module';
  return (
    <ModuleFrame $landing={isForModule ? landing : null} $lifted={lifted}>
      <ModuleHead ref={place.setNodeRef} id={placeId(id)} $landing={isForModule ? null : landing}>
        <Handle id={id} title={title} place={place} lifted={lifted} />
        <Body>
          <div>
            <Title>
              Module {number}:{' '}
              <span id={titleId(id)} lang="de">
                {title}
              </span>
            </Title>
            <About>{plural(lessons.length, 'lesson', 'lessons')}</About>
          </div>
          <OutlineButtons
            id={id}
            title={title}
            first={number === 1}
            last={last}
            edit={searchOfView({ kind: 'edit-module', id })}
            kind={kind}
            along={goesAlong(0, lessons.length)}
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
                carried={carriedAt(carried, lesson.id)}
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
