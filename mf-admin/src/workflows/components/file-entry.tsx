import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import styled from 'styled-components';
import type { FileRun } from '../model/workflow.ts';
import { FailureNote } from './failure-note.tsx';
import { Ideas } from './ideas.tsx';
import type { Articles } from './use-articles.ts';
import type { OnSelect } from './use-selection.ts';

const PlainText = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

export interface FileEntryProps {
  readonly run: FileRun;
  readonly articles: Articles;
  readonly onSelect: OnSelect;
}

/** Ideas from a file: to choose from, or as the model wrote them. */
export function FileEntry({ run, articles, onSelect }: FileEntryProps) {
  const { status, error, result, usedCharacters } = run;
  return (
    <>
      {status === 'failed' && <FailureNote error={error} />}
      {status === 'pending' && <Loading>This file has not been sent yet.</Loading>}
      {status === 'processing' && <Loading>Gemini is reading the file...</Loading>}
      {usedCharacters !== null && (
        <Notice tone="warning">
          Only the first {usedCharacters.toLocaleString('en')} characters of the file were used.
        </Notice>
      )}
      {result && 'text' in result && <PlainText lang="de">{result.text}</PlainText>}
      {result && 'items' in result && <Ideas ideas={result.items} articles={articles} onSelect={onSelect} />}
    </>
  );
}
