import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Table } from '@ki/shared/ui/table.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { visuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';

type Column<Row> = readonly [id: string, heading: string, cell: (row: Row) => ReactNode];

/** Infers the rows of the cells. */
export const columnsOf = <Row,>(columns: readonly Column<Row>[]) => columns;

/** Where columns would leave a title a few letters, a row is a block: title, then cells, then buttons. */
const Rows = styled.div`
  @media (max-width: 74.99rem) {
    tbody {
      display: block;
    }

    thead tr {
      display: flex;
      flex-wrap: wrap;
      background: ${color.sunken};
    }

    thead th:not([aria-sort]) {
      ${visuallyHidden}
    }

    tbody tr {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: ${space[1]} ${space[4]};
      padding: ${space[3]} ${space[4]};
    }

    tbody tr + tr {
      border-block-start: 1px solid ${color.line};
    }

    tbody :is(th, td) {
      padding: 0;
      border: 0;
    }

    tbody :is(th, td:last-child) {
      flex-basis: 100%;
    }
  }
`;

const SortLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 0.375rem;
  min-block-size: 1.5rem;
`;

export interface Order {
  readonly column: string;
  readonly descending: boolean;
  /** The address that sorts by a column; null for one that does not sort. */
  readonly linkTo: (column: string) => string | null;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly order?: Order;
  readonly empty?: string;
  readonly emptyAction?: ReactNode;
}

/** The first column is the row's heading. */
export function DataTable<Row extends { readonly id: string | number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, order, empty, emptyAction } = props;
  if (empty !== undefined && rows.length === 0) return <EmptyState text={empty} action={emptyAction} />;
  return (
    <Rows>
      <Table label={label}>
        <thead>
          <tr>
            {columns.map(([id, heading]) => (
              <Heading key={id} column={id} order={order}>
                {heading}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(([id, , cell], index) =>
                index === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Rows>
  );
}

function Heading({ column, order, children }: { column: string; order?: Order; children: ReactNode }) {
  const to = order?.linkTo(column);
  if (!order || !to) return <th scope="col">{children}</th>;
  const sorted = order.column === column;
  const Arrow = order.descending ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th scope="col" aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : 'none'}>
      <SortLink to={to} preventScrollReset>
        {children}
        {sorted && <Arrow size={14} />}
      </SortLink>
    </th>
  );
}

export interface PagesProps {
  readonly page: number;
  readonly total: number;
  /** By default the query has nothing but the page. */
  readonly linkTo?: (page: number) => string;
  readonly size?: number;
}

const pageOnly = (page: number) => (page > 1 ? `?page=${page}` : '?');

export function Pages({ page, total, linkTo = pageOnly, size = PAGE_SIZE }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  return (
    <Cluster as="nav" aria-label="Pages" $justify="center">
      {page > 1 && (
        <ButtonLink to={linkTo(Math.min(page - 1, last))} variant="secondary" size="small" rel="prev">
          Previous page
        </ButtonLink>
      )}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <ButtonLink to={linkTo(page + 1)} variant="secondary" size="small" rel="next">
          Next page
        </ButtonLink>
      )}
    </Cluster>
  );
}
