import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import type { AnyRecordKind } from '../../../kinds/model/define-record.ts';
import { FailureNotice } from '../../../kit/failures.tsx';
import { titleId } from '../../../kit/table/row.tsx';
import { useOperation } from '../../../kit/use-operation.ts';
import { Actions, StepButtons, type StepButtonsProps } from '../../../order/row.tsx';
import { DeleteButton } from '../../../versions/delete-button.tsx';

/** Handlers of the rows. The object is stable, so that memoized rows do not render for others. */
export interface OutlineActions {
  readonly step: (id: string, by: 1 | -1) => void;
  readonly openMoveDialog: (lesson: string) => void;
  readonly duplicateModule: (id: string) => Promise<void>;
  readonly duplicateLesson: (id: string) => Promise<void>;
  readonly deleteModule: (id: string) => Promise<unknown>;
  readonly deleteLesson: (id: string) => Promise<unknown>;
}

export const editLinkId = (id: string) => `edit-${id}`;

export interface OutlineButtonsProps extends StepButtonsProps {
  readonly title: string;
  readonly edit: string;
  readonly preview?: string;
  readonly kind: Pick<AnyRecordKind, 'texts'>;
  /** The end of the confirmation text: the rows that are deleted, too. */
  readonly cascadeHint?: string;
  readonly onMove?: (id: string) => void;
  readonly onDuplicate: (id: string) => Promise<void>;
  readonly onDelete: (id: string) => Promise<unknown>;
}

export function OutlineButtons(props: OutlineButtonsProps) {
  const {
    id,
    title,
    first,
    last,
    edit,
    preview,
    kind,
    cascadeHint = '',
    onStep,
    onMove,
    onDuplicate,
    onDelete,
  } = props;
  const copy = useOperation(() => onDuplicate(id));
  const look = { variant: 'quiet', size: 'small', 'aria-describedby': titleId(id) } as const;
  return (
    <>
      <Actions id={id}>
        <StepButtons id={id} first={first} last={last} onStep={onStep} />
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
          run={onDelete}
        />
      </Actions>
      {copy.failed && <FailureNotice error={copy.error} otherwise="An error occurred" />}
    </>
  );
}
