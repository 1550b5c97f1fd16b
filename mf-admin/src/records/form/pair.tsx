import { from, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

/** Two fields beside each other where there is room. */
export const Pair = styled.div`
  display: grid;
  gap: ${space[5]};
  align-items: start;

  ${from.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
