import type { ReactNode } from 'react';
import styled from 'styled-components';
import { ChevronDownIcon } from './icons.tsx';
import { color, motion, radius, space } from './theme.ts';

const Details = styled.details`
  background: ${color.surface};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};

  &::details-content {
    block-size: 0;
    overflow: clip;
    transition:
      block-size ${motion.calm},
      content-visibility ${motion.calm} allow-discrete;
  }

  &[open]::details-content {
    block-size: auto;
  }

  > summary svg {
    flex: none;
    margin-inline-start: auto;
    color: ${color.muted};
    transition: rotate ${motion.calm};
  }

  &[open] > summary svg {
    rotate: 0.5turn;
  }
`;

const Summary = styled.summary`
  display: flex;
  align-items: center;
  gap: ${space[3]};
  min-block-size: 3.5rem;
  padding: ${space[3]} ${space[5]};
  border-radius: ${radius.medium};
  cursor: pointer;
  font-weight: 600;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  &:focus-visible {
    border-radius: ${radius.medium};
    outline-offset: -0.1875rem;
  }
`;

const Content = styled.div`
  padding: ${space[2]} ${space[5]} ${space[4]};
`;

export interface DisclosureProps {
  readonly summary: ReactNode;
  /** Open from the start; afterwards the reader decides. */
  readonly initiallyOpen?: boolean;
  readonly children: ReactNode;
}

/** A part that folds. Native, so it works before any script; the browser finds text in it and opens it. */
export function Disclosure({ summary, initiallyOpen, children }: DisclosureProps) {
  return (
    <Details open={initiallyOpen}>
      <Summary>
        {summary}
        <ChevronDownIcon />
      </Summary>
      <Content>{children}</Content>
    </Details>
  );
}
