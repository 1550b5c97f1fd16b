import { Button } from '@ki/shared/ui/button.tsx';
import { controlStyle } from '@ki/shared/ui/form/control-style.ts';
import { FieldFrame } from '@ki/shared/ui/form/field-frame.tsx';
import { FileIcon } from '@ki/shared/ui/icons.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { FILE_TYPES } from '../model/file-text/read-file-text.ts';
import { Panel } from './panel.tsx';
import { ProgressNote } from './progress-note.tsx';
import type { WorkflowStart } from './use-workflow-start.ts';

const Field = styled(FieldFrame)`
  flex: 1;
`;

const FileInput = styled.input`
  ${controlStyle}
  flex: 1;
  min-block-size: 8rem;
  padding: ${space[5]} ${space[4]};
  border-style: dashed;
  border-radius: ${radius.medium};
  background: ${color.ground};
  cursor: pointer;

  &::file-selector-button {
    min-block-size: 2.25rem;
    margin-inline-end: ${space[3]};
    padding: 0.125rem ${space[4]};
    border: 1px solid ${color.edge};
    border-radius: ${radius.round};
    background: ${color.surface};
    color: ${color.link};
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
`;

export function FileForm({ state, onFile }: { readonly state: WorkflowStart; readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const busy = state.progress !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    setError(file ? null : 'Please choose a file.');
    if (file && !busy) onFile(file);
    else input.current?.focus();
  };
  const drop = (event: DragEvent<HTMLInputElement>) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) event.currentTarget.files = event.dataTransfer.files;
    setError(null);
  };
  return (
    <Panel aria-labelledby="file-ideas">
      <h2 id="file-ideas">Blog Ideas from a File</h2>
      <p>Gemini reads a file and suggests ten ideas for posts.</p>
      <form noValidate onSubmit={submit}>
        <Field
          label="File"
          required
          error={error}
          hint="Text, Markdown, Word or PDF, up to 20 MB. Its text is read in this browser; only the text is sent."
        >
          {(control) => (
            <FileInput
              {...control}
              ref={input}
              type="file"
              accept={FILE_TYPES.join(',')}
              required
              onChange={() => setError(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop}
            />
          )}
        </Field>
        {state.alert && <Notice tone="error">{state.alert}</Notice>}
        <Button type="submit" busy={busy} icon={<FileIcon size={18} />}>
          {busy ? 'Processing...' : 'Generate Ideas'}
        </Button>
        <ProgressNote progress={state.progress} />
      </form>
    </Panel>
  );
}
