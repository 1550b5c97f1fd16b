import { size } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';

/** The way to where a page belongs. */
export const BackLink = styled(Link)`
  display: inline-flex;
  align-items: baseline;
  gap: 0.5em;
  inline-size: fit-content;
  min-block-size: calc(1lh + 0.5rem);
  padding-block: 0.25rem;
  font-size: ${size.small};
  font-weight: 600;
  text-decoration-color: transparent;

  > svg {
    align-self: center;
  }

  &:hover {
    text-decoration-color: currentColor;
  }
`;
