import styled from 'styled-components';
import { color, size, space } from '../theme.ts';

export const SectionTitle = styled.h2`
  &::before {
    content: '';
    display: block;
    inline-size: 2.25rem;
    block-size: 1.125rem;
    margin-block-end: ${space[2]};
    border: 0.1875rem solid ${color.mark};
    border-block-end: 0;
    border-radius: 2.25rem 2.25rem 0 0;
  }
`;

export const PageTitle = styled(SectionTitle)`
  font-size: ${size.h1};
`;
