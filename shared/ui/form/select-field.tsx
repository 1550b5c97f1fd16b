import type { ComponentProps, ReactNode } from 'react';
import styled from 'styled-components';
import { ChevronDownIcon } from '../icons.tsx';
import { space } from '../theme.ts';
import { controlStyle, FieldFrame, type FieldProps, WithIcon } from './field-frame.tsx';

const Select = styled.select`
  ${controlStyle}
  appearance: none;
  padding-inline-end: ${space[6]};
  text-overflow: ellipsis;

  /* The list has its own background. */
  option,
  optgroup {
    background: Canvas;
    color: CanvasText;
  }
`;

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'children'> {
  readonly children: ReactNode;
}

export function SelectField({ label, hint, error, labelHidden, className, children, ...rest }: SelectFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  return (
    <FieldFrame {...field}>
      {(control) => (
        <WithIcon $at="end">
          <Select {...rest} {...control}>
            {children}
          </Select>
          <ChevronDownIcon size={18} />
        </WithIcon>
      )}
    </FieldFrame>
  );
}
