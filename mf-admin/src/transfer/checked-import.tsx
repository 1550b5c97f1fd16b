import { askedPage, PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { Badge, type BadgeTone } from '@ki/shared/ui/badge.tsx';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Note, Part } from '../kit/part.tsx';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { RowTitle } from '../kit/table/row.tsx';
import { type Counts, OUTCOMES, type Outcome, type ReportRow, summaryOf } from './model/report.ts';
import type { Checked, Import } from './use-import.ts';

const OUTDATED = 'Something changed since the check. Nothing was imported; the list below is new.';

/** The button that had the focus is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

function Summary({ checked: { report, counts, isOutdated } }: { readonly checked: Checked }) {
  if (report.done) {
    return (
      <div ref={focus} tabIndex={-1}>
        <Notice tone="success" title="Imported.">
          {summaryOf(counts, true)}.
        </Notice>
      </div>
    );
  }
  return (
    <Notice
      tone={isOutdated || counts.wrong > 0 ? 'warning' : 'info'}
      title={isOutdated ? OUTDATED : 'Nothing is written yet.'}
    >
      {summaryOf(counts)}.
    </Notice>
  );
}

interface CheckedProps {
  readonly state: Import;
  readonly checked: Checked;
}

/** Why a list is not imported as it is; null where it can be. */
function heldBy({ updateExisting }: Import, { counts, ...checked }: Checked, leaveOut: boolean): string | null {
  if (updateExisting !== checked.updateExisting) return 'This list is of the choice before. Please check again.';
  if (counts.create + counts.update === 0) return 'There is nothing to write.';
  if (counts.wrong === 0 || leaveOut) return null;
  return 'Rows are wrong. Please mend the file and choose it again, or leave these rows out.';
}

function Choices({ state, checked }: CheckedProps) {
  const { counts, report } = checked;
  const { plan } = report;
  // Both hold for one list only: another check may find other rows wrong.
  const [leftOutOf, setLeftOutOf] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const leaveOut = leftOutOf === plan;
  const busy = state.progress !== null;
  const held = heldBy(state, checked, leaveOut);
  return (
    <Stack>
      <CheckboxField
        label="Update what exists"
        hint="Without it a row is wrong if its post or workshop exists already and is different."
        checked={state.updateExisting}
        disabled={state.isWriting}
        onChange={({ target }) => void state.setUpdateExisting(checked.file, target.checked)}
      />
      {counts.wrong > 0 && (
        <CheckboxField
          label={`Leave out the wrong rows (${counts.wrong})`}
          checked={leaveOut}
          disabled={state.isWriting}
          onChange={({ target }) => setLeftOutOf(target.checked ? plan : null)}
        />
      )}
      {refused === plan && held && <Notice tone="error">{held}</Notice>}
      <div>
        <Button busy={busy} onClick={() => (held ? setRefused(plan) : void state.write(checked, leaveOut))}>
          Import
        </Button>
      </div>
    </Stack>
  );
}

export function CheckedImport({ state, checked }: CheckedProps) {
  const { file, report, rows, counts } = checked;
  return (
    <Part title={report.done ? 'Result' : 'What would happen'}>
      <Note>From {file.name}</Note>
      <Summary checked={checked} />
      {file.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      {report.creates.length > 0 && (
        <Notice title={report.done ? 'New besides these rows' : 'Would be new besides these rows'}>
          <ul>
            {report.creates.map((created) => (
              <li key={created}>{created}</li>
            ))}
          </ul>
        </Notice>
      )}
      {report.done ? (
        <Cluster>
          {file.target === 'posts' ? (
            <ButtonLink to={addresses.dashboard}>All posts</ButtonLink>
          ) : (
            <ButtonLink to={paths.matrix}>The matrix</ButtonLink>
          )}
        </Cluster>
      ) : (
        <Choices state={state} checked={checked} />
      )}
      <ReportTable rows={rows} counts={counts} isDone={report.done} />
    </Part>
  );
}

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

function ReportTable({ rows, counts, isDone }: ReportTableProps) {
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
