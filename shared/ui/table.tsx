import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, size, space } from './theme.ts';

const Scroll = styled.div`
  overflow-x: auto;
  background: ${color.surface};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
`;

const Grid = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  font-size: ${size.small};
  line-height: 1.45;

  :is(th, td) {
    padding: ${space[3]};
    text-align: start;
    vertical-align: middle;
  }

  @media (min-width: 90rem) {
    :is(th, td) {
      padding-inline: ${space[4]};
    }
  }

  thead th {
    background: ${color.sunken};
    color: ${color.muted};
    font-size: ${size.tiny};
    font-weight: 600;
    white-space: nowrap;
  }

  tbody :is(th, td) {
    border-block-start: 1px solid ${color.line};
  }

  tbody th {
    min-inline-size: 10rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  tbody tr:hover {
    background: color-mix(in oklab, ${color.brandSoft} 35%, transparent);
  }
`;

/** A table that scrolls sideways; rows begin with `<th scope="row">`. */
export const Table = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Scroll role="group" aria-label={label} tabIndex={0}>
    <Grid aria-label={label}>{children}</Grid>
  </Scroll>
);
