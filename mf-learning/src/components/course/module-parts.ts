import { color, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

/** A native disclosure: it opens and closes without scripts, and find-in-page looks into it. */
export const Disclosure = styled.details`
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  overflow: clip;

  > summary > svg {
    flex: none;
    color: ${color.link};
    transition: rotate ${motion.quick};
  }

  &[open] > summary > svg {
    rotate: 180deg;
  }
`;

export const Summary = styled.summary`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]};
  padding: ${space[4]} ${space[5]};
  cursor: pointer;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }

  &:hover {
    background: ${color.brandSoft};
  }

  &:focus-visible {
    outline-offset: -0.25rem;
    border-radius: ${radius.medium};
  }
`;

/** The small line above a heading. */
export const Eyebrow = styled.p`
  color: ${color.muted};
  font-size: ${size.tiny};
  font-weight: 600;
  letter-spacing: 0.04em;
`;

export const ModuleText = styled.p`
  padding: ${space[1]} ${space[5]} ${space[4]};
  color: ${color.muted};
`;

export const Lessons = styled.ol`
  border-block-start: 1px solid ${color.line};
  padding: ${space[2]};
`;
