import { askedPage, PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { Badge, type BadgeTone } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { RowTitle } from '../kit/table/row.tsx';
import { type Counts, OUTCOMES, type Outcome, type ReportRow } from './model/report.ts';

const TONES: Readonly<Record<Outcome, BadgeTone>> = {
  create: 'success',
  update: 'brand',
  unchanged: 'neutral',
  wrong: 'danger',
  'left out': 'neutral',
};

const Remarks = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 0.25rem;
  overflow-wrap: anywhere;

  [data-fault] {
    color: ${color.danger};
    font-weight: 600;
  }
`;

const columns = columnsOf<ReportRow>([
  ['title', 'Title', ({ id, title, place }) => <RowTitle id={String(id)} title={title} more={place} />],
  ['outcome', 'What happens', ({ outcome }) => <Badge $tone={TONES[outcome]}>{outcome}</Badge>],
  [
    'remarks',
    'What is wrong, and notes',
    ({ faults, notes }) =>
      faults.length + notes.length > 0 && (
        <Remarks>
          {faults.map((fault) => (
            <li key={fault} data-fault>
              {fault}
            </li>
          ))}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Remarks>
      ),
  ],
]);

const linkTo = (shown: Outcome | undefined) => (page: number) => {
  const query = new URLSearchParams({ ...(shown && { show: shown }), ...(page > 1 && { page: String(page) }) });
  return `?${query}`;
};

interface ReportTableProps {
  readonly rows: readonly ReportRow[];
  readonly counts: Counts;
  readonly isDone: boolean;
}

export function ReportTable({ rows, counts, isDone }: ReportTableProps) {
  const [params] = useSearchParams();
  const page = askedPage(params, 'page');
  const shown = OUTCOMES.find((outcome) => outcome === params.get('show') && counts[outcome] > 0);
  const listed = shown ? rows.filter(({ outcome }) => outcome === shown) : rows;
  const filters = [undefined, ...OUTCOMES.filter((outcome) => counts[outcome] > 0)];
  return (
    <Stack>
      <Cluster as="nav" aria-label="Rows">
        {filters.map((filter) => (
          <ButtonLink
            key={filter ?? 'all'}
            to={linkTo(filter)(1)}
            size="small"
            variant={filter === shown ? 'primary' : 'secondary'}
            aria-current={filter === shown ? 'true' : undefined}
            preventScrollReset
          >
            {filter ? `${filter} (${counts[filter]})` : `all (${rows.length})`}
          </ButtonLink>
        ))}
      </Cluster>
      <DataTable
        label={isDone ? 'Imported rows' : 'Rows to import'}
        columns={columns}
        rows={listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        empty="There are no rows on this page."
      />
      <Pages page={page} total={listed.length} linkTo={linkTo(shown)} />
    </Stack>
  );
}
