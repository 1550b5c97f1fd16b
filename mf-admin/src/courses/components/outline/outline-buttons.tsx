import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { AnyRecordKind } from '../../../records/model/define-record.ts';
import { DeleteButton } from '../../../records/table/delete-button.tsx';
import { titleId } from '../../../records/table/row-title.tsx';
import { useOperation } from '../../../records/use-operation.ts';
import { Actions } from './outline-parts.ts';
import { StepButtons, type StepButtonsProps } from './step-buttons.tsx';

/** Names the link to a module's or lesson's form, so that it gets the focus when one comes back from there. */
export const editLinkId = (id: string) => `edit-${id}`;

export interface OutlineButtonsProps extends StepButtonsProps {
  readonly title: string;
  readonly edit: string;
  readonly preview?: string;
  readonly kind: Pick<AnyRecordKind, 'texts'>;
  /** Ends the question before deleting: what is deleted with it. */
  readonly along?: string;
  readonly onMove?: (id: string) => void;
  readonly onDuplicate: (id: string) => Promise<void>;
  readonly onDelete: (id: string) => Promise<void>;
}

/** What can be done with a module or a lesson of the outline. */
export function OutlineButtons(props: OutlineButtonsProps) {
  const { id, title, first, last, edit, preview, kind, along = '', onStep, onMove, onDuplicate, onDelete } = props;
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
          name={title}
          describedBy={titleId(id)}
          question={kind.texts.deleteQuestion + along}
          failure={kind.texts.deleteFailed}
          onDelete={() => onDelete(id)}
          restorable={id}
        />
      </Actions>
      {copy.failed && <Notice tone="error">An error occurred</Notice>}
    </>
  );
}
