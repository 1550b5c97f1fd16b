import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { controlStyle } from './control-style.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { font } from './theme.ts';

const TextArea = styled.textarea<{ $code?: boolean }>`
  ${controlStyle}
  resize: vertical;
  ${(props) => props.$code && `font-family: ${font.code};`}
`;

export interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'children'> {
  /** For Markdown and other source text: every character has the same width. */
  readonly code?: boolean;
}

/** Several lines; `rows` sets the height. */
export function TextAreaField({ label, hint, error, labelHidden, className, code, ...rest }: TextAreaFieldProps) {
  const field = { label, hint, error, labelHidden, className, id: rest.id, required: rest.required };
  return <FieldFrame {...field}>{(control) => <TextArea {...rest} {...control} $code={code} />}</FieldFrame>;
}
