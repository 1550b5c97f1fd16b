import { FieldFrame } from '@ki/shared/ui/form/field-frame.tsx';
import { Grid, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import styled from 'styled-components';
import { FileInput } from '../kit/file-input.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Panel } from '../kit/part.tsx';
import { ProgressNote } from '../kit/progress-note.tsx';
import { CheckedImport } from './checked-import.tsx';
import { Exports, Formats } from './downloads.tsx';
import { IMPORTED_TYPES } from './model/read-files.ts';
import { summaryOf } from './model/report.ts';
import { type Import, useImport } from './use-import.ts';

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

const Files = styled(Grid)`
  align-items: start;
`;

/** The attribute has no property in React's types. */
const FOLDER = { webkitdirectory: '' };

function FilesForm({ state }: { readonly state: Import }) {
  const { progress, alert, file } = state;
  const choose = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same file, once mended, can be chosen again.
    input.value = '';
    if (files.length > 0) void state.choose(files);
  };
  return (
    <Panel aria-labelledby="import-files">
      <h2 id="import-files">Import</h2>
      <p>
        The file is read in this browser, and a list shows what would happen to each row. Nothing is written before you
        press Import.
      </p>
      <Files $columns={2}>
        <FieldFrame
          label="File"
          hint="CSV of posts or of the matrix, a ZIP of Markdown files, several Markdown files, the JSON export of Ghost or the XML export of WordPress; up to 64 MB."
        >
          {(control) => <FileInput {...control} multiple accept={IMPORTED_TYPES.join(',')} onChoose={choose} />}
        </FieldFrame>
        <FieldFrame
          label="Folder"
          hint="Its Markdown files, such as those of Jekyll, Hugo or Hexo; their links to each other lead to the posts here."
        >
          {(control) => <FileInput {...control} {...FOLDER} multiple onChoose={choose} />}
        </FieldFrame>
      </Files>
      {alert && (
        <Notice
          tone="error"
          title="The import stopped."
          {...(file && alert.canRetry && { onRetry: () => void state.check(file) })}
          retryLabel="Check again"
          retrying={progress !== null}
        >
          {alert.text}
        </Notice>
      )}
      <ProgressNote progress={progress} />
    </Panel>
  );
}
