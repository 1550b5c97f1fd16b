import { formatDuration } from '@ki/shared/format/durations.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import { FailureNotice } from '../../kit/failures.tsx';
import { RowTitle, titleId } from '../../kit/table/row.tsx';
import { useOperation } from '../../kit/use-operation.ts';
import { Actions, Body, Frame, Handle, StepButtons, type StepButtonsProps } from '../../order/row.tsx';
import { type Dragged, rowElementId } from '../../order/use-drag.ts';
import type { Restore } from '../../versions/data/restore.ts';
import { DeleteButton } from '../../versions/delete-button.tsx';
import { lesson as lessonKind } from '../course-record.ts';
import { searchOfView } from '../model/builder-view.ts';
import type { LessonOutline } from '../model/course-outline.ts';
import { LessonTypeIcon } from './lesson-preview.tsx';

/** Handlers of the rows. The object is stable, so that memoized rows do not render for others. */
export interface OutlineActions {
  readonly step: (id: string, by: 1 | -1) => void;
  readonly openMoveDialog: (lesson: string) => void;
  readonly duplicate: (id: string) => Promise<void>;
  /** May return what undoes the deletion; by default this is a restore from the trash. */
  readonly remove: (id: string) => Promise<Restore | undefined>;
}

export const editLinkId = (id: string) => `edit-${id}`;

export interface OutlineButtonsProps extends Omit<StepButtonsProps, 'onStep'> {
  readonly title: string;
  readonly edit: string;
  readonly preview?: string;
  readonly kind: Pick<AnyRecordKind, 'texts'>;
  /** The end of the confirmation text: the rows that are deleted, too. */
  readonly cascadeHint?: string;
  readonly onMove?: (id: string) => void;
  readonly actions: OutlineActions;
}

export function OutlineButtons({ id, title, first, last, edit, preview, kind, ...props }: OutlineButtonsProps) {
  const { cascadeHint = '', onMove, actions } = props;
  const copy = useOperation(() => actions.duplicate(id));
  const look = { variant: 'quiet', size: 'small', 'aria-describedby': titleId(id) } as const;
  return (
    <>
      <Actions id={id}>
        <StepButtons id={id} first={first} last={last} onStep={actions.step} />
        {preview && (
          <ButtonLink to={preview} {...look}>
            Preview
          </ButtonLink>
        )}
        <ButtonLink id={editLinkId(id)} to={edit} {...look}>
          Edit
        </ButtonLink>
        <Button {...look} busy={copy.busy} onClick={() => void copy.run()}>
          Duplicate
        </Button>
        {onMove && (
          <Button {...look} aria-haspopup="dialog" onClick={() => onMove(id)}>
            Move to…
          </Button>
        )}
        <DeleteButton
          row={{ id, title }}
          question={kind.texts.deleteQuestion + cascadeHint}
          failure={kind.texts.deleteFailed}
          run={actions.remove}
        >
          <p>It can be undone afterwards.</p>
        </DeleteButton>
      </Actions>
      {copy.failed && <FailureNotice error={copy.error} otherwise="An error occurred" />}
    </>
  );
}

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

interface LessonRowProps {
  readonly lesson: LessonOutline;
  readonly first: boolean;
  readonly last: boolean;
  readonly actions: OutlineActions;
  /** Null while a drag does not change this row. */
  readonly dragged: Dragged | null;
}

export const LessonRow = memo(function LessonRow({ lesson, first, last, actions, dragged }: LessonRowProps) {
  const { id, title, lesson_type: type, duration } = lesson;
  const time = formatDuration(duration);
  const edit = searchOfView({ kind: 'edit-lesson', id });
  const isDragged = dragged?.id === id;
  return (
    <Frame id={rowElementId(id)} $landing={dragged?.over === id ? dragged.side : null} $isDragged={isDragged}>
      <Handle id={id} title={title} isDragged={isDragged} />
      <Body>
        <Texts>
          <LessonTypeIcon type={type} />
          <RowTitle id={id} title={title} to={edit} />
          {time && <Time>{time}</Time>}
        </Texts>
        <OutlineButtons
          id={id}
          title={title}
          first={first}
          last={last}
          preview={searchOfView({ kind: 'preview', id })}
          edit={edit}
          kind={lessonKind}
          onMove={actions.openMoveDialog}
          actions={actions}
        />
      </Body>
    </Frame>
  );
});
