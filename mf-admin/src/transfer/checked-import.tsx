import { paths } from '@ki/shared/contract/paths.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { addresses } from '../addresses.ts';
import { Note, Part } from '../kit/part.tsx';
import { type Report, summaryOf } from './model/report.ts';
import { ReportTable } from './report-table.tsx';
import type { Checked, Import } from './use-import.ts';

const Creates = ({ report }: { readonly report: Report }) =>
  report.creates.length > 0 && (
    <Notice title={report.done ? 'New besides these rows' : 'Would be new besides these rows'}>
      <ul>
        {report.creates.map((created) => (
          <li key={created}>{created}</li>
        ))}
      </ul>
    </Notice>
  );

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

const Links = ({ checked }: { readonly checked: Checked }) => (
  <Cluster>
    {checked.file.target === 'posts' ? (
      <ButtonLink to={addresses.dashboard}>All posts</ButtonLink>
    ) : (
      <ButtonLink to={paths.matrix}>The matrix</ButtonLink>
    )}
  </Cluster>
);

export function CheckedImport({ state, checked }: CheckedProps) {
  const { file, report, rows, counts } = checked;
  return (
    <Part title={report.done ? 'Result' : 'What would happen'}>
      <Note>From {file.name}</Note>
      <Summary checked={checked} />
      {file.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      <Creates report={report} />
      {report.done ? <Links checked={checked} /> : <Choices state={state} checked={checked} />}
      <ReportTable rows={rows} counts={counts} isDone={report.done} />
    </Part>
  );
}
