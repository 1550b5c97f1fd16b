import type { Section } from '@ki/shared/ui/markdown/tree.ts';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

const Frame = styled.nav`
  font-size: ${size.small};
  line-height: 1.4;

  ${from.wide} {
    position: sticky;
    inset-block-start: ${space[5]};
    max-block-size: calc(100svh - 2 * ${space[5]});
    overflow-y: auto;
    grid-area: 1 / 2;
  }
`;

const Title = styled.p`
  padding-block-end: ${space[2]};
  color: ${color.muted};
  font-weight: 600;
`;

const List = styled.ol`
  scroll-target-group: auto;
  border-inline-start: 1px solid ${color.line};

  a {
    display: block;
    margin-inline-start: -1px;
    padding: ${space[2]} ${space[4]};
    border-inline-start: 0.1875rem solid transparent;
    color: ${color.text};
    text-decoration: none;
    text-wrap: balance;
  }

  a:hover {
    color: ${color.link};
    text-decoration: underline;
  }

  a:target-current {
    border-color: ${color.mark};
    color: ${color.link};
    font-weight: 600;
  }
`;

export const TableOfContents = ({ sections }: { sections: readonly Section[] }) => (
  <Frame aria-labelledby="inhalt" data-print="hide">
    <Title id="inhalt">Inhalt</Title>
    <List>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </List>
  </Frame>
);
