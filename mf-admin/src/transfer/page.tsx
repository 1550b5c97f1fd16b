import { Stack } from '@ki/shared/ui/layout.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { CheckedImport } from './checked-import.tsx';
import { Exports } from './exports.tsx';
import { FilesForm } from './files-form.tsx';
import { Formats } from './formats.tsx';
import { summaryOf } from './model/report.ts';
import { useImport } from './use-import.ts';

export function Component() {
  const state = useImport();
  const { checked, progress } = state;
  return (
    <>
      <PageHead title="Import & Export" subtitle="Posts and the workshop matrix as files" />
      {/* Stays mounted, because screen readers read only changes of an existing live region. */}
      <VisuallyHidden role="status">
        {checked &&
          !progress &&
          `${checked.report.done ? 'Imported' : 'Checked'}: ${summaryOf(checked.counts, checked.report.done)}.`}
      </VisuallyHidden>
      <Stack $gap={6}>
        <FilesForm state={state} />
        {checked && <CheckedImport state={state} checked={checked} />}
        <Formats />
        <Exports />
      </Stack>
    </>
  );
}
