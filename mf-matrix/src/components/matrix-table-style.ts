import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { visuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import styled from 'styled-components';

export const Code = styled.span`
  color: ${color.muted};
  font: 600 ${size.tiny} / 1.4 ${font.text};
  letter-spacing: 0.04em;
`;

/** On phones each row is a block, and its cells repeat the columns' names. */
export const Table = styled.table`
  inline-size: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: ${size.small};
  line-height: 1.4;

  caption,
  thead {
    ${visuallyHidden}
  }

  tbody,
  tr,
  tbody :is(th, td) {
    display: block;
    text-align: start;
  }

  tr {
    margin-block-end: ${space[5]};
    background: ${color.surface};
    border: 1px solid ${color.line};
    border-radius: ${radius.medium};
  }

  tbody :is(th, td) {
    padding: ${space[4]};
  }

  tbody th {
    font: 600 ${size.h4} / 1.3 ${font.heading};
  }

  td {
    border-block-start: 1px solid ${color.line};
  }

  td > p {
    margin-block-end: ${space[2]};
    color: ${color.muted};
    font-size: ${size.tiny};
    font-weight: 600;
  }

  dl > div {
    display: grid;
    grid-template-columns: 2.125rem minmax(0, 1fr);
    align-items: baseline;
    padding-block: ${space[1]};
  }

  dt {
    color: ${color.muted};
    font-size: ${size.tiny};
    font-weight: 600;
  }

  dd {
    display: grid;
    gap: ${space[2]};
    color: ${color.muted};
  }

  dd a {
    color: ${color.text};
    text-decoration-color: ${color.line};
    overflow-wrap: break-word;
    hyphens: auto;
  }

  dd a:hover {
    color: ${color.link};
    text-decoration-color: currentColor;
  }

  dd a[data-more] {
    color: ${color.link};
    font-weight: 600;
  }

  ${from.medium} {
    background: ${color.surface};
    border: 1px solid ${color.line};
    border-radius: calc(${radius.large} + 1px);
    table-layout: fixed;

    thead {
      all: revert;
    }

    tbody {
      display: table-row-group;
    }

    tr {
      display: table-row;
      background: none;
    }

    tbody :is(th, td) {
      display: table-cell;
      vertical-align: top;
    }

    thead :is(th, td) {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      padding: ${space[4]};
      border: 0;
      background: ${color.sunken};
      text-align: start;
      font: 600 ${size.small} / 1.3 ${font.text};
    }

    thead td {
      inline-size: 17%;
      border-start-start-radius: ${radius.large};
    }

    thead th:last-child {
      border-start-end-radius: ${radius.large};
    }

    tbody th {
      border-block-start: 1px solid ${color.line};
      hyphens: auto;
    }

    tbody td {
      border-inline-start: 1px solid ${color.line};
    }

    tbody tr:last-child th {
      border-end-start-radius: ${radius.large};
    }

    tbody tr:last-child td:last-child {
      border-end-end-radius: ${radius.large};
    }

    td > p {
      display: none;
    }
  }
`;
