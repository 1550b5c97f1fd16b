import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { useId } from 'react';
import styled from 'styled-components';
import { Note } from '../kit/part.tsx';
import { isUnfinished, type Upload, type Uploads } from './use-uploads.ts';

const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[1]} ${space[3]};
  align-items: center;
  font-size: ${size.small};

  > span {
    overflow-wrap: anywhere;
  }

  > progress {
    grid-column: 1 / -1;
    inline-size: 100%;
    accent-color: ${color.brand};
  }
`;

const Problem = styled.p`
  grid-column: 1 / -1;
  color: ${color.danger};
  font-weight: 600;
`;

const STATES: Readonly<Record<Upload['state'], string>> = {
  waiting: 'waits',
  sending: 'is being uploaded',
  done: 'is uploaded',
  stopped: 'was stopped',
  failed: 'was not uploaded',
  refused: 'was not uploaded',
};

function UploadRow({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
  const { id, name, state, share, problem } = upload;
  const nameId = useId();
  const button = (label: string, act: (id: string) => void) => (
    <Button variant="secondary" size="small" aria-describedby={nameId} onClick={() => act(id)}>
      {label}
    </Button>
  );
  const isRunning = isUnfinished(upload);
  return (
    <Row>
      <span>
        <span id={nameId} lang="de">
          {name}
        </span>{' '}
        {STATES[state]}
      </span>
      <Cluster $gap={2}>
        {isRunning && button('Stop', uploads.stop)}
        {(state === 'failed' || state === 'stopped') && button('Try again', uploads.retry)}
        {!isRunning && state !== 'done' && button('Dismiss', uploads.dismiss)}
      </Cluster>
      {isRunning && <progress value={state === 'sending' ? share : 0} aria-label={`Upload of ${name}`} />}
      {problem !== null && <Problem>{problem}</Problem>}
    </Row>
  );
}

const summaryOf = (uploads: readonly Upload[]): string => {
  const count = (...states: readonly Upload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length;
  const wrong = count('failed', 'refused');
  if (uploads.length === 0) return '';
  return `${count('done')} of ${uploads.length} uploaded${wrong > 0 ? `, ${wrong} not` : ''}.`;
};

/** How far each upload is. */
export const UploadList = ({ uploads }: { readonly uploads: Uploads }) => (
  <Stack $gap={2}>
    {uploads.uploads.length > 0 && (
      <Stack as="ul" $gap={3} aria-label="Uploads">
        {uploads.uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </Stack>
    )}
    {uploads.notes.map(({ name, note }, index) => (
      <Note key={index}>
        <strong lang="de">{name}</strong>: {note}
      </Note>
    ))}
    {/* Stays mounted, because screen readers read only changes of an existing live region. */}
    <Note role="status">{summaryOf(uploads.uploads)}</Note>
  </Stack>
);
