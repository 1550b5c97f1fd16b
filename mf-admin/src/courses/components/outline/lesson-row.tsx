import { formatDuration } from '@ki/shared/format/durations.ts';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import { titleId } from '../../../kit/table/row.tsx';
import { Body, Frame, Handle } from '../../../order/row.tsx';
import { type Dragged, rowElementId } from '../../../order/use-drag.ts';
import { searchOfView } from '../../model/builder-view.ts';
import type { LessonOutline } from '../../model/course-outline.ts';
import { lesson as kind } from '../../outline-record.ts';
import { LessonTypeIcon } from '../lesson-preview.tsx';
import { type OutlineActions, OutlineButtons } from './row-buttons.tsx';

const Texts = styled.div`
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
  readonly first: boolean;
  readonly last: boolean;
  readonly actions: OutlineActions;
  /** Null while a drag does not change this row. */
  readonly dragged: Dragged | null;
}

export const LessonRow = memo(function LessonRow({ lesson, first, last, actions, dragged }: LessonRowProps) {
  const { id, title, type, duration } = lesson;
  const time = formatDuration(duration);
  const isDragged = dragged?.id === id;
  return (
    <Frame id={rowElementId(id)} $landing={dragged?.over === id ? dragged.side : null} $isDragged={isDragged}>
      <Handle id={id} title={title} isDragged={isDragged} />
      <Body>
        <Texts>
          <LessonTypeIcon type={type} />
          <span id={titleId(id)} lang="de">
            {title}
          </span>
          {time && <Time>{time}</Time>}
        </Texts>
        <OutlineButtons
          id={id}
          title={title}
          first={first}
          last={last}
          preview={searchOfView({ kind: 'preview', id })}
          edit={searchOfView({ kind: 'edit-lesson', id })}
          kind={kind}
          onStep={actions.step}
          onMove={actions.openMoveDialog}
          onDuplicate={actions.duplicateLesson}
          onDelete={actions.deleteLesson}
        />
      </Body>
    </Frame>
  );
});
