import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { color, space } from '../theme.ts';
import { FieldNotes, type FieldProps, useControlIds } from './field-frame.tsx';

const Frame = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[1]} ${space[3]};
  align-items: start;

  > p {
    grid-column: 2;
  }
`;

const Box = styled.input`
  inline-size: 1.5rem;
  block-size: 1.5rem;
  margin-block: 0.1875rem;
  accent-color: ${color.brand};
`;

const Label = styled.label`
  padding-block: 0.0625rem;
`;

export type CheckboxFieldProps = Omit<FieldProps, 'labelHidden'> & Omit<ComponentProps<'input'>, 'type' | 'children'>;

export function CheckboxField({ label, hint, error, className, ...rest }: CheckboxFieldProps) {
  const { control, hintId, errorId } = useControlIds({ label, hint, error }, rest.id);
  return (
    <Frame className={className}>
      <Box {...rest} {...control} type="checkbox" />
      <Label htmlFor={control.id}>{label}</Label>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </Frame>
  );
}
