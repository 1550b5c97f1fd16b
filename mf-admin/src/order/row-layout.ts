import { color, from, radius, space } from '@ki/shared/ui/theme.ts';
import styled, { css } from 'styled-components';
import { RowActions } from '../kit/table/row.tsx';

export const landing = css<{ $landing: 'before' | 'after' | null }>`
  position: relative;

  &::before {
    content: '';
    display: ${(props) => (props.$landing ? 'block' : 'none')};
    position: absolute;
    z-index: 1;
    inset-inline: 0;
    inset-block-start: ${(props) => (props.$landing === 'before' ? '-0.1875rem' : 'auto')};
    inset-block-end: ${(props) => (props.$landing === 'after' ? '-0.1875rem' : 'auto')};
    block-size: 0.25rem;
    border-radius: ${radius.round};
    background: ${color.mark};
    outline: 1px solid ${color.surface};
  }
`;

export const isDragged = css<{ $isDragged: boolean }>`
  ${(props) =>
    props.$isDragged &&
    css`
      outline: 2px dashed ${color.edge};
      outline-offset: -2px;
      background: ${color.brandSoft};
    `}
`;

/** A row of a reorderable list; `Handle` and `Body` are its children. */
export const Frame = styled.li<{ $landing: 'before' | 'after' | null; $isDragged: boolean }>`
  ${landing}
  scroll-margin-block: ${space[3]};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[1]} ${space[3]};
  align-items: center;
  padding: ${space[1]} ${space[4]} ${space[1]} ${space[2]};
  border-block-start: 1px solid ${color.line};

  &:hover {
    background: color-mix(in oklab, ${color.brandSoft} 35%, transparent);
  }

  ${isDragged}
`;

/** Text and buttons of a row, next to each other where they fit. On a phone the buttons have a line of their own. */
export const Body = styled.div`
  display: contents;

  ${from.medium} {
    display: flex;
  }

  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[1]} ${space[4]};
  min-inline-size: 0;

  > :first-child {
    flex: 1 1 12rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

export const Actions = styled(RowActions)`
  grid-column: 1 / -1;
  gap: 0;
  margin-inline: calc(-1 * ${space[2]}) calc(-1 * ${space[4]});

  ${from.medium} {
    flex-wrap: wrap;
    margin-inline: -0.875rem 0;
  }
`;
