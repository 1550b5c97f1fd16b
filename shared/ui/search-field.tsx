import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { controlStyle } from './control-style.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { SearchIcon } from './icons.tsx';
import { color, radius, space } from './theme.ts';

const Box = styled.div`
  position: relative;

  > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-start: ${space[4]};
    margin-block: auto;
    color: ${color.muted};
    pointer-events: none;
  }
`;

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
        <Box>
          <Input
            autoComplete="off"
            enterKeyHint="search"
            {...rest}
            {...control}
            type="search"
            aria-label={labelHidden ? label : undefined}
          />
          {/* After the box that it is centred in: else it would move when that arrives. */}
          <SearchIcon />
        </Box>
      )}
    </FieldFrame>
  );
}
