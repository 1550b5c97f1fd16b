import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '../theme.ts';

const Disclosure = styled.details`
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};

  > summary {
    padding: ${space[3]} ${space[4]};
    border-radius: ${radius.medium};
    cursor: pointer;
    font-weight: 600;
  }

  > summary:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  > :not(summary) {
    padding: ${space[2]} ${space[4]} ${space[4]};
  }

  @media print {
    &::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`;

/** The text of a video. It opens without scripts and is printed. */
export const Transcript = ({ children }: { children: ReactNode }) => (
  <Disclosure>
    <summary>Transkript</summary>
    {children}
  </Disclosure>
);
