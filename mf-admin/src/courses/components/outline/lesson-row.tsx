import { formatDuration } from '@ki/shared/format/durations.ts';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { titleId } from '../../../records/table/row-title.tsx';
import { lesson as kind } from '../../lesson-record.ts';
import { searchOfView } from '../../model/builder-view.ts';
import type { LessonOutline } from '../../model/course-outline.ts';
import { Handle } from './handle.tsx';
import { LessonTypeIcon } from './lesson-type-icon.tsx';
import type { OutlineActions } from './outline-actions.ts';
import { OutlineButtons } from './outline-buttons.tsx';
import { Body, LessonFrame } from './outline-parts.ts';
import { type Carried, placeId } from './use-carry.ts';
import { type Place, usePlace } from './use-place.ts';

const Words = styled.div`
  display: flex;
  gap: ${space[3]};
  align-items: center;

  > svg {
    flex: none;
    color: ${color.link};
  }
`;

const Time = styled.span`
  flex: none;
  color: ${color.muted};
  font-size: ${size.small};
  font-variant-numeric: tabular-nums;
`;

export interface LessonRowProps {
  readonly lesson: LessonOutline;
  /** Of the whole course. */
  readonly first: boolean;
  readonly last: boolean;
  readonly actions: OutlineActions;
  /** What is being moved, if this has a part in it. */
  readonly carried: Carried | null;
}

export const LessonRow = memo(function LessonRow(props: LessonRowProps) {
  return <PlacedLesson {...props} place={usePlace(props.lesson.id, 'lesson')} />;
});

interface PlacedLessonProps extends LessonRowProps {
  readonly place: Place;
}

const PlacedLesson = memo(function PlacedLesson({ lesson, first, last, actions, carried, place }: PlacedLessonProps) {
  const { id, title, type, duration } = lesson;
  const time = formatDuration(duration);
  const lifted = carried?.id === id;
  return (
    <LessonFrame
      ref={place.setNodeRef}
      id={placeId(id)}
      $landing={carried?.over === id ? carried.side : null}
      $lifted={lifted}
    >
      <Handle id={id} title={title} place={place} lifted={lifted} />
      <Body>
        <Words>
          <LessonTypeIcon type={type} />
          <span id={titleId(id)} lang="de">
            {title}
          </span>
          {time && <Time>{time}</Time>}
        </Words>
        <OutlineButtons
          id={id}
          title={title}
          first={first}
          last={last}
          preview={searchOfView({ kind: 'preview', id })}
          edit={searchOfView({ kind: 'edit-lesson', id })}
          kind={kind}
          onStep={actions.step}
          onMove={actions.askForModule}
          onDuplicate={actions.duplicateLesson}
          onDelete={actions.deleteLesson}
        />
      </Body>
    </LessonFrame>
  );
});
