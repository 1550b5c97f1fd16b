import type { ComponentProps, WheelEvent } from 'react';
import styled from 'styled-components';
import { font } from '../theme.ts';
import { controlStyle, FieldFrame, type FieldProps } from './field-frame.tsx';

const Input = styled.input`
  ${controlStyle}
  font-variant-numeric: tabular-nums;
`;

/** Browsers count a focused number up or down by the wheel, which is meant to scroll the page. */
const leave = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur();

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'children' | 'aria-describedby'>;

export function TextField({ label, hint, error, labelHidden, className, ...rest }: TextFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  const ofType = rest.type === 'number' ? { onWheel: leave } : {};
  return <FieldFrame {...field}>{(control) => <Input {...ofType} {...rest} {...control} />}</FieldFrame>;
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

/** The six digits of an authenticator app. */
export const CodeField = ({ name, label = 'Code' }: { readonly name: string; readonly label?: string }) => (
  <TextField
    label={label}
    name={name}
    hint="Six digits of your authenticator app"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\s*\d{6}\s*"
    title="Six digits"
    required
  />
);
