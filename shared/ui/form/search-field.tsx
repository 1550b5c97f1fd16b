import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { SearchIcon } from '../icons.tsx';
import { radius } from '../theme.ts';
import { controlStyle, FieldFrame, type FieldProps, WithIcon } from './field-frame.tsx';

const Input = styled.input`
  ${controlStyle}
  border-radius: ${radius.round};
  padding-inline-start: 2.875rem;

  &:focus-visible {
    border-radius: ${radius.round};
  }
`;

type SearchFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'type' | 'children'>;

export const SearchField = ({ label, hint, error, labelHidden, className, ...rest }: SearchFieldProps) => (
  <FieldFrame {...{ label, hint, error, labelHidden, className, id: rest.id }}>
    {(control) => (
      <WithIcon $at="start">
        <Input autoComplete="off" enterKeyHint="search" {...rest} {...control} type="search" />
        <SearchIcon />
      </WithIcon>
    )}
  </FieldFrame>
);
