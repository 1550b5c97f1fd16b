import type { ComponentProps, ReactNode } from 'react';
import styled from 'styled-components';
import { controlStyle } from './control-style.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { color, space } from './theme.ts';

const Box = styled.div`
  position: relative;

  > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-end: ${space[3]};
    margin-block: auto;
    color: ${color.muted};
    pointer-events: none;
  }
`;

const Select = styled.select`
  ${controlStyle}
  appearance: none;
  padding-inline-end: ${space[6]};
  text-overflow: ellipsis;
`;

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'children'> {
  /** `<option>` elements. */
  readonly children: ReactNode;
}

export function SelectField({ label, hint, error, labelHidden, className, children, ...rest }: SelectFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Box>
          <Select {...rest} {...control} aria-label={labelHidden ? label : undefined}>
            {children}
          </Select>
          <ChevronDownIcon size={18} />
        </Box>
      )}
    </FieldFrame>
  );
}
