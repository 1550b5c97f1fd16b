import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { Note } from '../../kit/part.tsx';
import type { Heading } from './structure.ts';

const List = styled.ul`
  max-block-size: 14rem;
  overflow-y: auto;
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.small};
  background: ${color.sunken};
`;

const Line = styled.button<{ readonly $level: number }>`
  inline-size: 100%;
  min-block-size: 2rem;
  padding: ${space[1]} ${space[2]};
  padding-inline-start: calc(${space[2]} + ${({ $level }) => Math.max(0, $level - 2)} * ${space[4]});
  border: 0;
  background: none;
  color: ${color.link};
  font-size: ${size.small};
  text-align: start;
  overflow-wrap: anywhere;

  &:hover {
    text-decoration: underline;
  }

  &:focus-visible {
    outline-offset: -0.1875rem;
  }
`;

interface OutlineProps {
  readonly headings: readonly Heading[];
  readonly onChoose: (heading: Heading) => void;
}

/** The headings of a text; a press leads to one. */
export function Outline({ headings, onChoose }: OutlineProps) {
  if (headings.length === 0) return <Note>The text has no headings yet.</Note>;
  return (
    <nav aria-label="Outline">
      <List>
        {headings.map((heading) => (
          <li key={heading.from}>
            <Line type="button" lang="de" $level={heading.level} onClick={() => onChoose(heading)}>
              {heading.text}
            </Line>
          </li>
        ))}
      </List>
    </nav>
  );
}
