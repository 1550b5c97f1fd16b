import { site } from '@ki/shared/contract/site.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { useAddressForm } from '@ki/shared/ui/form/use-address-form.ts';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { NO_ROWS } from '../kinds/data/records.ts';
import { Options } from '../kinds/form-fields.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Note } from '../kit/part.tsx';
import { ReadList } from '../kit/read-list.tsx';
import { Pages } from '../kit/table/data-table.tsx';
import { recordColumns } from '../records/list/columns.tsx';
import { RecordTable } from '../records/list/record-table.tsx';
import type { MatrixListData, MatrixOptions } from './data/matrix.ts';
import { matrixWorkshop as kind } from './matrix-record.ts';
import { matrixTabs } from './matrix-tabs.tsx';
import { isFiltered, type MatrixQuery, matrixQueryOf, searchOf } from './model/matrix-query.ts';

export function Component() {
  const { query, list } = useLoaderData<MatrixListData>();
  return (
    <>
      <PageHead
        title="Workshop Matrix"
        subtitle="The program at /course-matrix: each workshop has a category, a target group and a level. Single offers are in Workshops."
        add={{ to: addresses.newMatrixWorkshop, label: 'New Matrix Workshop' }}
      />
      {matrixTabs}
      <ReadList value={list} none={{ page: NO_ROWS, options: null }}>
        {({ page: { rows, total }, options }) => {
          const nothing = total === 0 && query.page === 1;
          return (
            <>
              {options && (!nothing || isFiltered(query)) && <Filters query={query} options={options} total={total} />}
              {rows.length > 0 && <RecordTable kind={kind} label="Matrix Workshops" columns={columns} rows={rows} />}
              {options && nothing && <Nothing query={query} options={options} />}
              <Pages page={query.page} total={total} linkTo={(page) => searchOf({ ...query, page })} />
            </>
          );
        }}
      </ReadList>
    </>
  );
}

/** Two values in a narrow column, so that the actions fit beside. */
const Several = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[3]};
`;

const columns = recordColumns(kind, {
  own: {
    group: [
      'Target Group, Level',
      (row) => (
        <Several lang="de">
          <span>{row.group}</span>
          <span>{row.level}</span>
        </Several>
      ),
    ],
    hours: [
      'Duration, Price',
      (row) => (
        <Several>
          <span>{`${row.hours}\u00a0h`}</span>
          <span>{`${site().currency}\u00a0${row.price}`}</span>
        </Several>
      ),
    ],
    level: null,
    price: null,
  },
  duplicates: true,
});

const Panel = styled.form`
  display: grid;
  gap: ${space[3]};
  align-items: end;

  ${from.medium} {
    grid-template-columns: minmax(0, 1.6fr) repeat(3, minmax(0, 1fr));
  }
`;

const CHOICES = [
  ['category', 'Category', 'All Categories'],
  ['group', 'Target Group', 'All Target Groups'],
  ['level', 'Level', 'All Levels'],
] as const;

interface FiltersProps {
  readonly query: MatrixQuery;
  readonly options: MatrixOptions;
  readonly total: number;
}

function Filters({ query, options, total }: FiltersProps) {
  const { search: q, category, group, level } = query;
  const { form } = useAddressForm({
    values: { q, category, group, level },
    addressOf: (fields) => searchOf({ ...matrixQueryOf(fields), page: 1 }),
    replaces: true,
  });
  return (
    <Stack $gap={3}>
      <Panel role="search" {...form}>
        <SearchField label="Search" placeholder="Search titles" name="q" defaultValue={q} />
        {CHOICES.map(([name, label, all]) => (
          <SelectField key={name} label={label} name={name} defaultValue={query[name]}>
            <option value="">{all}</option>
            <Options options={options[name]} />
          </SelectField>
        ))}
      </Panel>
      <Note role="status">{plural(total, 'workshop', 'workshops')}</Note>
    </Stack>
  );
}

const NEEDED = [
  ['category', 'Add a Category', addresses.newMatrixCategory],
  ['group', 'Add a Target Group', addresses.newTargetGroup],
  ['level', 'Add a Level', addresses.newLevel],
] as const;

function Nothing({ query, options }: Omit<FiltersProps, 'total'>) {
  const missing = NEEDED.filter(([axis]) => options[axis].length === 0).map(([, ...link]) => link);
  const create = ['Create Your First Matrix Workshop', addresses.newMatrixWorkshop] as const;
  const links = isFiltered(query)
    ? [['Clear filters', addresses.matrix] as const]
    : [...(missing.length > 0 ? missing : [create]), ['Import a CSV', addresses.transfer] as const];
  const axes = 'Each needs a category, a target group and a level: add these first. Dimensions are optional.';
  const none = missing.length > 0 ? `No matrix workshops yet. ${axes}` : 'No matrix workshops yet';
  return (
    <EmptyState
      text={isFiltered(query) ? 'No workshops match your filters.' : none}
      action={
        <Cluster $justify="center">
          {links.map(([label, to]) => (
            <ButtonLink key={label} to={to} variant="secondary">
              {label}
            </ButtonLink>
          ))}
        </Cluster>
      }
    />
  );
}
