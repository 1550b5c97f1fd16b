import { Button } from '@ki/shared/ui/button.tsx';
import { FieldFrame } from '@ki/shared/ui/form/field-frame.tsx';
import { FileIcon } from '@ki/shared/ui/icons.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import styled from 'styled-components';
import { FileInput } from '../../kit/file-input.tsx';
import { Panel } from '../../kit/part.tsx';
import { ProgressNote } from '../../kit/progress-note.tsx';
import { FILE_TYPES } from '../model/file-text/file-format.ts';
import type { WorkflowStart } from './use-workflow-start.ts';

const Field = styled(FieldFrame)`
  flex: 1;
`;

interface FileFormProps {
  readonly state: WorkflowStart;
  readonly onFile: (file: File) => void;
  readonly estimate: ReactNode;
}

export function FileForm({ state, onFile, estimate }: FileFormProps) {
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
              accept={FILE_TYPES.join(',')}
              required
              onChoose={() => setError(null)}
            />
          )}
        </Field>
        {state.alert && <Notice tone="error">{state.alert}</Notice>}
        <Button type="submit" busy={busy} icon={<FileIcon size={18} />}>
          {busy ? 'Processing...' : 'Generate Ideas'}
        </Button>
        {estimate}
        <ProgressNote progress={state.progress} />
      </form>
    </Panel>
  );
}
