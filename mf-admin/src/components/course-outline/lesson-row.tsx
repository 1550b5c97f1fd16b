import { formatDuration } from '@ki/shared/format/durations.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { searchOfView } from '../../model/builder-view.ts';
import type { LessonOutline } from '../../model/course-outline.ts';
import { DeleteButton } from '../delete-button.tsx';
import { titleId } from '../row-title.tsx';
import { DuplicateButton } from './duplicate-button.tsx';
import { Handle } from './handle.tsx';
import { LessonTypeIcon } from './lesson-type-icon.tsx';
import type { OutlineActions } from './outline-actions.ts';
import { Actions, Body, LessonFrame } from './outline-parts.ts';
import { StepButtons } from './step-buttons.tsx';
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
  const describedBy = titleId(id);
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
          <span id={describedBy} lang="de">
            {title}
          </span>
          {time && <Time>{time}</Time>}
        </Words>
        <Actions>
          <StepButtons id={id} first={first} last={last} onStep={actions.step} />
          <ButtonLink
            to={searchOfView({ kind: 'preview', id })}
            variant="quiet"
            size="small"
            aria-describedby={describedBy}
          >
            Preview
          </ButtonLink>
          <ButtonLink
            id={`edit-${id}`}
            to={searchOfView({ kind: 'edit-lesson', id })}
            variant="quiet"
            size="small"
            aria-describedby={describedBy}
          >
            Edit
          </ButtonLink>
          <DuplicateButton id={id} onDuplicate={actions.duplicateLesson} />
          <Button
            variant="quiet"
            size="small"
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            onClick={() => actions.askForModule(id)}
          >
            Move to…
          </Button>
          <DeleteButton
            name={title}
            describedBy={describedBy}
            question="Are you sure you want to delete this lesson?"
            failure="An error occurred"
            onDelete={() => actions.deleteLesson(id)}
          />
        </Actions>
      </Body>
    </LessonFrame>
  );
});
