import { FieldFrame } from '@ki/shared/ui/form/field-frame.tsx';
import { Grid } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import styled from 'styled-components';
import { FileInput } from '../kit/file-input.tsx';
import { Panel } from '../kit/part.tsx';
import { ProgressNote } from '../kit/progress-note.tsx';
import { IMPORTED_TYPES } from './model/read-files.ts';
import type { Import } from './use-import.ts';

const Files = styled(Grid)`
  align-items: start;
`;

/** The attribute has no property in React's types. */
const FOLDER = { webkitdirectory: '' };

export function FilesForm({ state }: { readonly state: Import }) {
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
