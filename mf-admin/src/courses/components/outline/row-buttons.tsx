import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '@ki/shared/ui/icons.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { AnyRecordKind } from '../../../records/model/define-record.ts';
import { DeleteButton, titleId } from '../../../records/table/row.tsx';
import { useOperation } from '../../../records/use-operation.ts';
import { Actions } from './row-layout.ts';

/** Handlers of the rows. The object is stable, so that memoized rows do not render for others. */
export interface OutlineActions {
  readonly step: (id: string, by: 1 | -1) => void;
  readonly openMoveDialog: (lesson: string) => void;
  readonly duplicateModule: (id: string) => Promise<void>;
  readonly duplicateLesson: (id: string) => Promise<void>;
  readonly deleteModule: (id: string) => Promise<void>;
  readonly deleteLesson: (id: string) => Promise<void>;
}

interface StepButtonsProps {
  readonly id: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (id: string, by: 1 | -1) => void;
}

export const stepButtonId = (id: string, by: 1 | -1) => `${by === 1 ? 'down' : 'up'}-${id}`;

const STEPS = [
  { by: -1, label: 'Move up', Icon: ArrowUpIcon },
  { by: 1, label: 'Move down', Icon: ArrowDownIcon },
] as const;

const StepButtons = ({ id, first, last, onStep }: StepButtonsProps) =>
  STEPS.map(({ by, label, Icon }) => {
    const disabled = by === 1 ? last : first;
    return (
      <Button
        key={by}
        id={stepButtonId(id, by)}
        variant="quiet"
        size="small"
        aria-label={label}
        aria-describedby={titleId(id)}
        aria-disabled={disabled}
        icon={<Icon size={16} />}
        onClick={() => !disabled && onStep(id, by)}
      />
    );
  });

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
  readonly onDelete: (id: string) => Promise<void>;
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
      {copy.failed && <Notice tone="error">An error occurred</Notice>}
    </>
  );
}
