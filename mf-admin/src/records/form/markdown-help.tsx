import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Fragment } from 'react';
import styled from 'styled-components';

const Help = styled.details`
  font-size: ${size.small};

  > summary {
    inline-size: fit-content;
    min-block-size: 1.75rem;
    color: ${color.link};
    font-weight: 600;
    cursor: pointer;
  }
`;

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
  gap: ${space[1]} ${space[4]};
  margin-block-start: ${space[2]};
  padding: ${space[4]};
  border-radius: ${radius.small};
  background: ${color.sunken};

  dt {
    font-family: ${font.code};
    overflow-wrap: anywhere;
  }

  dd {
    margin: 0;
    color: ${color.muted};
  }
`;

const SYNTAX = [
  ['## Heading', 'A section; ### for one below it'],
  ['**bold**, *italic*', 'Emphasis'],
  ['[text](https://…)', 'A link'],
  ['![description](https://…)', 'An image'],
  ['- item, 1. item', 'Lists; indent for a list in a list'],
  ['- [ ] open, - [x] done', 'A checklist'],
  ['> quotation', 'A quotation'],
  ['`code`', 'Code in a line'],
  ['```js … ```', 'A code block; the language colours it'],
  ['| a | b |', 'A table; its second line is | --- | --- |'],
  ['[^1] … [^1]: note', 'A footnote'],
] as const;

/** The Markdown that posts may use. */
export function MarkdownHelp() {
  return (
    <Help>
      <summary>Formatting help</summary>
      <List>
        {SYNTAX.map(([syntax, meaning]) => (
          <Fragment key={syntax}>
            <dt>{syntax}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </List>
    </Help>
  );
}
