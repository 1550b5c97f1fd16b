import { Container } from '@ki/shared/ui/layout.tsx';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Strip = styled.header`
  padding-block: ${space[6]} 0;

  > div {
    display: grid;
    gap: ${space[6]};
    align-items: start;
  }

  h1 {
    max-inline-size: 22ch;
  }

  p {
    max-inline-size: 34rem;
    margin-block-start: ${space[3]};
    color: ${color.muted};
    font-size: ${size.lead};
    line-height: 1.5;
  }

  ${from.wide} {
    padding-block-start: ${space[7]};

    > div {
      grid-template-columns: minmax(0, 1fr) auto;
    }
  }
`;

export const PageHead = ({ children }: { children?: ReactNode }) => (
  <Strip>
    <Container>
      <div lang="en">
        <h1>Workshop Program: AI in Adult Education</h1>
        <p>Every workshop has its place in the matrix: 6 categories, 3 target groups, 3 proficiency levels.</p>
      </div>
      {children}
    </Container>
  </Strip>
);
