import { Button } from '@ki/shared/ui/button.tsx';
import { ChevronDownIcon } from '@ki/shared/ui/icons.tsx';
import { color, font, from, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { Eyebrow } from '../course/module-parts.ts';

export const Panel = styled.nav`
  ${from.wide} {
    position: sticky;
    inset-block-start: ${space[5]};
    align-self: start;
    display: flex;
    flex-direction: column;
    max-block-size: calc(100svh - 2 * ${space[5]});
    border: 1px solid ${color.line};
    border-radius: ${radius.medium};
    background: ${color.surface};
  }
`;

const ToggleButton = styled(Button)`
  justify-content: space-between;
  inline-size: 100%;

  > svg {
    transition: rotate ${motion.quick};
  }

  &[aria-expanded='true'] > svg {
    rotate: 180deg;
  }

  ${from.wide} {
    display: none;
  }

  /* Without scripts the content is always there. */
  @media (scripting: none) {
    display: none;
  }
`;

const Title = styled.h2`
  display: none;
  padding: ${space[4]} ${space[4]} ${space[3]};
  border-block-end: 1px solid ${color.line};
  font-size: ${size.h3};

  ${from.wide} {
    display: block;
  }

  @media (scripting: none) {
    display: block;
  }
`;

interface ToggleProps {
  readonly expanded: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

/** The heading, which is a button on small screens. */
export const Toggle = ({ expanded, controls, onToggle }: ToggleProps) => (
  <>
    <ToggleButton variant="secondary" aria-expanded={expanded} aria-controls={controls} onClick={onToggle}>
      Course Content
      <ChevronDownIcon size={18} />
    </ToggleButton>
    <Title>Course Content</Title>
  </>
);

export const Content = styled.div<{ $open: boolean }>`
  position: relative;
  display: ${(props) => (props.$open ? 'block' : 'none')};
  margin-block-start: ${space[3]};
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};

  > section + section {
    margin-block-start: ${space[3]};
    padding-block-start: ${space[3]};
    border-block-start: 1px solid ${color.line};
  }

  ${from.wide} {
    display: block;
    margin: 0;
    border: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
  }

  @media (scripting: none) {
    display: block;
  }
`;

const ModuleTitle = styled.h3`
  font: 600 ${size.small} / 1.35 ${font.text};
`;

const Heading = styled.div`
  padding: ${space[2]} ${space[3]} ${space[1]};
`;

export const ModuleHead = ({ number, title }: { number: number; title: string }) => (
  <Heading>
    <Eyebrow lang="en">{`Module ${number}`}</Eyebrow>
    <ModuleTitle>{title}</ModuleTitle>
  </Heading>
);
