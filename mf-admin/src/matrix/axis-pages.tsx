import type { Result } from '@ki/shared/contract/result.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadResult } from '../kit/failures.tsx';
import { FirstOne, PageHead } from '../kit/page-head.tsx';
import { Note } from '../kit/part.tsx';
import { RowLink, titleId } from '../kit/table/row.tsx';
import { ReorderableList } from '../order/reorderable-list.tsx';
import { Actions } from '../order/row.tsx';
import { reorder } from '../records/data/categories.ts';
import { DeleteCategory } from '../records/list/delete-category.tsx';
import type { AxisRow } from './data/matrix.ts';
import type { Axis } from './matrix-record.ts';
import { matrixTabs } from './matrix-tabs.tsx';

export interface AxisText {
  readonly subtitle: string;
  /** Several rows. */
  readonly many: string;
  /** One thing that uses a row, and several. */
  readonly usedBy?: readonly [one: string, many: string];
  readonly none?: string;
}

const TEXTS: Readonly<Record<Axis['table'], AxisText>> = {
  matrix_categories: { subtitle: 'First axis of the matrix: the topic of a workshop', many: 'categories' },
  matrix_target_groups: { subtitle: 'Second axis of the matrix: whom a workshop is for', many: 'target groups' },
  matrix_levels: { subtitle: 'Third axis of the matrix: how difficult a workshop is', many: 'levels' },
  matrix_dimensions: {
    subtitle: 'Kinds of learning goals: a workshop has one of each',
    many: 'dimensions',
    usedBy: ['learning goal', 'learning goals'],
    none: 'None: delete them, too',
  },
};

export function axisPage(kind: Axis, title: string) {
  const { subtitle, many, usedBy = ['workshop', 'workshops'], none = null } = TEXTS[kind.table];
  const add = kind.at?.new ?? '';
  const name = kind.texts.new.replace('New ', '');
  const save = (ids: readonly string[]) => asStaff((client) => reorder(client, kind.table, ids));
  const row = (value: AxisRow, steps: ReactNode) => {
    const used = plural(value.uses, ...usedBy);
    return (
      <>
        <Cluster $gap={3}>
          {value.code && <Badge $tone="brand">{value.code}</Badge>}
          <strong id={titleId(value.id)} lang="de">
            {value.title}
          </strong>
          <Note as="span">{used}</Note>
        </Cluster>
        <Actions id={value.id}>
          {steps}
          <RowLink id={value.id} to={kind.at?.edit(value) ?? ''} variant="quiet">
            Edit
          </RowLink>
          <DeleteCategory kind={kind} row={value} options={value.options} used={used} none={none} />
        </Actions>
      </>
    );
  };

  return function AxisPage() {
    const { rows } = useLoaderData<{ readonly rows: Promise<Result<readonly AxisRow[]>> }>();
    return (
      <>
        <PageHead title={title} subtitle={subtitle} add={{ to: add, label: kind.texts.new }} />
        {matrixTabs}
        <ReadResult value={rows}>
          {(read) =>
            read.length === 0 ? (
              <FirstOne text={`No ${many} yet`} to={add} action={`Create Your First ${name}`} />
            ) : (
              <Stack>
                <Note>The public matrix shows them in this order. Drag a row, or use its arrows.</Note>
                <ReorderableList label={title} noun={name} rows={read} save={save}>
                  {row}
                </ReorderableList>
              </Stack>
            )
          }
        </ReadResult>
      </>
    );
  };
}
