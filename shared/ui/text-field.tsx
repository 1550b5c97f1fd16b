import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { controlStyle } from './control-style.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

const Input = styled.input`
  ${controlStyle}
  font-variant-numeric: tabular-nums;
`;

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'children' | 'aria-describedby'>;

/** One line: text, e-mail, password, number, URL, date. */
export function TextField({ label, hint, error, labelHidden, className, ...rest }: TextFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  return <FieldFrame {...field}>{(control) => <Input {...rest} {...control} />}</FieldFrame>;
}
