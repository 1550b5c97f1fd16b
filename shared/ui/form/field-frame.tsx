import { type FormEvent, type ReactNode, useId, useState } from 'react';
import styled, { css } from 'styled-components';
import { color, motion, radius, size, space } from '../theme.ts';
import { isControl, isFirstWrong, problemOf } from './problem-of.ts';

export const controlStyle = css`
  inline-size: 100%;
  min-block-size: 2.875rem;
  padding: ${space[2]} ${space[3]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  color: ${color.text};
  /* Phones zoom into fields below 16 px. */
  font-size: max(1rem, ${size.small});
  line-height: 1.45;
  /* The hint below it comes into view, too. */
  scroll-margin-block-end: 4rem;
  transition: border-color ${motion.quick};

  &:hover:not(:disabled) {
    border-color: ${color.brand};
  }

  &:focus-visible {
    outline-offset: 0;
    border-color: ${color.focus};
    border-radius: ${radius.small};
  }

  &[aria-invalid='true'] {
    border-color: ${color.danger};
    box-shadow: inset 0 0 0 1px ${color.danger};
  }

  &:disabled {
    background: ${color.sunken};
    color: ${color.muted};
  }

  &[type='range'] {
    padding-inline: 0;
    border-color: transparent;
    background: none;
  }

  &::placeholder {
    color: ${color.muted};
    opacity: 1;
  }
`;

/** A control with an icon over its start or end; the icon comes second, so that it does not move the control. */
export const WithIcon = styled.div<{ readonly $at: 'start' | 'end' }>`
  position: relative;

  > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-${({ $at }) => $at}: ${({ $at }) => ($at === 'start' ? space[4] : space[3])};
    margin-block: auto;
    color: ${color.muted};
    pointer-events: none;
  }
`;

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly labelHidden?: boolean;
}

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[1]};
  min-inline-size: 0;
`;

const LabelRow = styled.div`
  display: flex;
  align-items: baseline;
  gap: ${space[1]};
  font-weight: 600;
  line-height: 1.4;
`;

const Required = styled.span`
  color: ${color.danger};
`;

const Hint = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
  line-height: 1.45;
`;

const ErrorText = styled(Hint)`
  color: ${color.danger};
  font-weight: 600;
`;

type ControlIds = ReturnType<typeof useControlIds>['control'];

export function useControlIds(field: FieldProps, ownId: string | undefined) {
  const generated = useId();
  const id = ownId ?? generated;
  const hintId = field.hint ? `${id}-hint` : undefined;
  const errorId = field.error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  const control = {
    id,
    'aria-label': field.labelHidden ? field.label : undefined,
    'aria-describedby': describedBy,
    'aria-invalid': field.error ? true : undefined,
  };
  return { control, hintId, errorId };
}

export const FieldNotes = (props: Pick<FieldProps, 'hint' | 'error'> & { hintId?: string; errorId?: string }) => (
  <>
    {props.error && <ErrorText id={props.errorId}>{props.error}</ErrorText>}
    {props.hint && <Hint id={props.hintId}>{props.hint}</Hint>}
  </>
);

interface FieldFrameProps extends FieldProps {
  readonly id?: string;
  readonly required?: boolean;
  readonly className?: string;
  readonly children: (control: ControlIds) => ReactNode;
}

/**
 * Keeps the problem of a control that no schema checks. An `invalid` event reports it, from the browser at a submission
 * or from `allReadable`; the field shows it in place of the browser's bubble.
 */
function useProblem() {
  const [problem, setProblem] = useState<string | null>(null);
  const say = (event: FormEvent) => {
    if (!isControl(event.target)) return;
    event.preventDefault();
    setProblem(problemOf(event.target));
    if (isFirstWrong(event.target)) event.target.focus();
  };
  const leave = ({ target }: FormEvent) => {
    if (problem !== null && isControl(target)) setProblem(problemOf(target));
  };
  return { problem, events: { onInvalid: say, onInput: () => setProblem(null), onBlur: leave } };
}

export function FieldFrame({ id, required, className, children, ...props }: FieldFrameProps) {
  const { problem, events } = useProblem();
  const field = { ...props, error: problem ?? props.error };
  const { control, hintId, errorId } = useControlIds(field, id);
  return (
    <Frame className={className} {...events}>
      {!field.labelHidden && (
        <LabelRow>
          <label htmlFor={control.id}>{field.label}</label>
          {/* Outside the label, whose text is the control's name. */}
          {required && <Required aria-hidden="true">*</Required>}
        </LabelRow>
      )}
      {children(control)}
      <FieldNotes hint={field.hint} error={field.error} hintId={hintId} errorId={errorId} />
    </Frame>
  );
}
