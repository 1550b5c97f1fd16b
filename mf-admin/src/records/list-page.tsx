import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import { NO_ROWS } from '../kinds/data/records.ts';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { FirstOne, PageHead } from '../kit/page-head.tsx';
import { ReadList } from '../kit/read-list.tsx';
import { type DataTableProps, Pages } from '../kit/table/data-table.tsx';
import type { ListedKind } from './list/columns.tsx';
import { RecordTable } from './list/record-table.tsx';
import type { ListData } from './routes.ts';

export interface ListPageOptions<Row extends { readonly id: string }> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly title: string;
  readonly subtitle: string;
  /** By default the title. */
  readonly label?: string;
  readonly tabs?: ReactNode;
  readonly none: { readonly text: string; readonly action: string };
}

export function listPage<Row extends { readonly id: string }>(
  kind: ListedKind & Pick<AnyRecordKind, 'at'>,
  { title, subtitle, label = title, tabs, none, columns }: ListPageOptions<Row>,
) {
  const add = { to: kind.at?.new ?? '', label: `New ${kind.texts.noun}` };

  return function ListPage() {
    const { page, list } = useLoaderData<ListData<Row>>();
    return (
      <>
        <PageHead title={title} subtitle={subtitle} add={add} />
        {tabs}
        <ReadList value={list} none={NO_ROWS}>
          {({ rows, total }) => (
            <>
              {rows.length > 0 && <RecordTable kind={kind} label={label} columns={columns} rows={rows} />}
              {rows.length === 0 && page === 1 && <FirstOne to={add.to} {...none} />}
              <Pages page={page} total={total} />
            </>
          )}
        </ReadList>
      </>
    );
  };
}
