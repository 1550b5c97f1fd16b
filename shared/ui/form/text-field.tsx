import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { font } from '../theme.ts';
import { controlStyle } from './control-style.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

const Input = styled.input`
  ${controlStyle}
  font-variant-numeric: tabular-nums;
`;

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'children' | 'aria-describedby'>;

export function TextField({ label, hint, error, labelHidden, className, ...rest }: TextFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  return <FieldFrame {...field}>{(control) => <Input {...rest} {...control} />}</FieldFrame>;
}

const TextArea = styled.textarea<{ $code?: boolean }>`
  ${controlStyle}
  resize: vertical;
  ${(props) => props.$code && `font-family: ${font.code};`}
`;

export interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'children'> {
  readonly code?: boolean;
}

export function TextAreaField({ label, hint, error, labelHidden, className, code, ...rest }: TextAreaFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  return <FieldFrame {...field}>{(control) => <TextArea {...rest} {...control} $code={code} />}</FieldFrame>;
}
