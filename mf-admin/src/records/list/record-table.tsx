import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import { DataTable, type DataTableProps } from '../../kit/table/data-table.tsx';
import { type ListedKind, titleIn } from './columns.tsx';

const Acts = lazy(async () => ({ default: (await import(/* webpackChunkName: "admin-acts" */ './acts.tsx')).Acts }));

const Choice = styled.label`
  display: flex;
  gap: ${space[3]};
  padding-inline-start: ${space[4]};

  th & {
    padding: 0;
  }

  input {
    flex: none;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    accent-color: ${color.brand};
  }
`;

/** The ids of records, with why an act was refused; empty when it was not. */
type Chosen = ReadonlyMap<string, string>;

interface RecordTableProps<Row> extends DataTableProps<Row> {
  readonly kind: ListedKind;
}

/** A page of records. What can be done with several comes with the first one that is chosen. */
export function RecordTable<Row extends { readonly id: string }>({ kind, ...table }: RecordTableProps<Row>) {
  const [chosen, choose] = useState<Chosen>(new Map());
  const [first, ...others] = table.columns;
  if (!first || table.rows.length === 0 || !(kind.hasDrafts || kind.table === 'matrix_workshops'))
    return <DataTable {...table} />;
  const [column, heading, cell] = first;
  const rows = table.rows.map((row) => ({ ...row, title: titleIn(kind, row) }));
  // Those of other pages of the list are not meant.
  const records = rows.filter(({ id }) => chosen.has(id));
  const withBox = (row: Row) => (
    <Choice as="div">
      <input
        type="checkbox"
        aria-label={`Select ${titleIn(kind, row)}`}
        checked={chosen.has(row.id)}
        onChange={({ target }) =>
          choose(new Map(target.checked ? [...chosen, [row.id, '']] : [...chosen].filter(([id]) => id !== row.id)))
        }
      />
      <div>
        {cell(row)}
        {chosen.get(row.id) && <Notice tone="error">{chosen.get(row.id)}</Notice>}
      </div>
    </Choice>
  );
  return (
    <>
      <Choice>
        <input
          type="checkbox"
          checked={records.length === rows.length}
          onChange={({ target }) => choose(new Map(target.checked ? rows.map(({ id }) => [id, '']) : []))}
        />
        Select all
      </Choice>
      <DataTable {...table} columns={[[column, heading, withBox], ...others]} />
      {records.length > 0 && (
        <Suspense>
          <Acts kind={kind} records={records} chosen={chosen} choose={choose} />
        </Suspense>
      )}
    </>
  );
}
