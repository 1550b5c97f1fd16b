import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { controlStyle } from './control-style.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { SearchIcon } from './icons.tsx';
import { radius } from './theme.ts';
import { WithIcon } from './with-icon.ts';

const Input = styled.input`
  ${controlStyle}
  border-radius: ${radius.round};
  padding-inline-start: 2.875rem;

  &:focus-visible {
    border-radius: ${radius.round};
  }
`;

export type SearchFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'type' | 'children'>;

/** A search box. Give `labelHidden` where the magnifying glass and the placeholder say enough. */
export function SearchField({ label, hint, error, labelHidden, className, ...rest }: SearchFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, labelHidden, className, id: rest.id }}>
      {(control) => (
        <WithIcon $at="start">
          <Input autoComplete="off" enterKeyHint="search" {...rest} {...control} type="search" />
          <SearchIcon />
        </WithIcon>
      )}
    </FieldFrame>
  );
}
