import { ArrowDownIcon, ArrowUpIcon } from '@ki/shared/ui/icons.tsx';
import { Table } from '@ki/shared/ui/table.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { visuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import styled from 'styled-components';

const features = tableFeatures({});

/** For `createColumnHelper<TableFeatures, Row>()`. */
export type TableFeatures = typeof features;

/** On phones a row becomes a block: what names it above, then the rest, last the buttons; nothing to scroll for. */
const Rows = styled.div`
  @media (max-width: 47.99rem) {
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

/** The order of a table whose rows the server sorts. */
export interface Order {
  readonly column: string;
  readonly descending: boolean;
  /** Address that sorts by a column, or `null` for a column that does not sort. */
  readonly linkTo: (column: string) => string | null;
}

export interface DataTableProps<Row extends RowData> {
  readonly label: string;
  // biome-ignore lint/suspicious/noExplicitAny: columns of one table have values of different types.
  readonly columns: readonly ColumnDef<TableFeatures, Row, any>[];
  readonly rows: readonly Row[];
  readonly order?: Order;
}

/** A table by columns: the first names its row. `columns` must be stable (module scope). */
export function DataTable<Row extends RowData & { readonly id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, order } = props;
  const table = useTable({ features, columns, data: rows, getRowId: (row) => row.id });
  return (
    <Rows>
      <Table label={label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Heading key={header.id} column={header.column.id} order={order}>
                  <table.FlexRender header={header} />
                </Heading>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell, index) => {
                const content = <table.FlexRender cell={cell} />;
                return index === 0 ? (
                  <th key={cell.id} scope="row">
                    {content}
                  </th>
                ) : (
                  <td key={cell.id}>{content}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Rows>
  );
}

function Heading({ column, order, children }: { column: string; order?: Order; children: React.ReactNode }) {
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
