import { Button } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { Note } from '../part.tsx';
import { ACCEPTED } from './check-picture.ts';
import type { Upload, Uploads } from './use-uploads.ts';

const Zone = styled(Stack)<{ readonly $isOver: boolean }>`
  padding: ${space[4]};
  border: 2px dashed ${({ $isOver }) => ($isOver ? color.brand : color.edge)};
  border-radius: ${radius.medium};
  background: ${({ $isOver }) => ($isOver ? color.brandSoft : color.surface)};
`;

const List = styled.ul`
  display: grid;
  gap: ${space[3]};
  padding: 0;
  list-style: none;
`;

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
  const { key, name, state, share, problem } = upload;
  const id = useId();
  const button = (label: string, act: (key: string) => void) => (
    <Button variant="secondary" size="small" aria-describedby={id} onClick={() => act(key)}>
      {label}
    </Button>
  );
  const isRunning = state === 'waiting' || state === 'sending';
  return (
    <Row>
      <span>
        <span id={id} lang="de">
          {name}
        </span>{' '}
        {STATES[state]}
      </span>
      <Cluster $gap={2}>
        {isRunning && button('Stop', uploads.stop)}
        {(state === 'failed' || state === 'stopped') && button('Try again', uploads.retry)}
        {!isRunning && button('Dismiss', uploads.dismiss)}
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

/** Pictures pasted anywhere on the page, except into a field that takes them itself. */
function usePaste(add: (files: readonly File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  // Listens to the document.
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

const HINT =
  'Or drop files here, or paste one. PNG, JPEG, GIF, WebP or AVIF, each at most 20 MB and 50 megapixels. Place and camera are removed.';

/** Takes files by choice, drop and paste, and shows how far each is. */
export function UploadArea({ uploads, children }: { readonly uploads: Uploads; readonly children?: ReactNode }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  usePaste(uploads.add);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    uploads.add(event.dataTransfer.files);
  };
  return (
    <Zone
      role="group"
      aria-label="Upload"
      $gap={3}
      $isOver={isOver}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <Cluster>
        <Button icon={<PlusIcon size={18} />} onClick={() => chooser.current?.click()}>
          Upload
        </Button>
        {children}
      </Cluster>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Picture files"
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Note>{HINT}</Note>
      {uploads.uploads.length > 0 && (
        <List aria-label="Uploads">
          {uploads.uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </List>
      )}
      {/* Stays mounted, because screen readers read only changes of an existing live region. */}
      <Note role="status">{summaryOf(uploads.uploads)}</Note>
    </Zone>
  );
}
