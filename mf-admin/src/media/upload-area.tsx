import { PICTURE_TYPES } from '@ki/shared/contract/pictures.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { Note } from '../kit/part.tsx';
import { filesIn } from './model/files-in-transfer.ts';
import { UploadList } from './upload-list.tsx';
import type { Uploads } from './use-uploads.ts';

const Zone = styled(Stack)<{ readonly $isOver: boolean }>`
  padding: ${space[4]};
  border: 2px dashed ${({ $isOver }) => ($isOver ? color.brand : color.edge)};
  border-radius: ${radius.medium};
  background: ${({ $isOver }) => ($isOver ? color.brandSoft : color.surface)};
`;

/** Pictures pasted anywhere on the page, except into a field that takes them itself. */
function usePaste(add: (files: readonly File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData && !event.defaultPrevented ? filesIn(event.clipboardData) : [];
    if (files.length === 0) return;
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
  'Or drop files here, or paste one. PNG, JPEG, GIF, WebP or AVIF, each at most 20 MB and 50 megapixels. Place and camera are removed. Animated GIF and WebP stay animated up to 30 megapixels in all frames.';

/** Takes files by choice, drop and paste, and shows how far each is. */
export function UploadArea({ uploads, children }: { readonly uploads: Uploads; readonly children?: ReactNode }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { add } = uploads;
  usePaste(add);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    add([...event.dataTransfer.files]);
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
        accept={PICTURE_TYPES.join()}
        multiple
        hidden
        aria-label="Picture files"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Note>{HINT}</Note>
      <UploadList uploads={uploads} />
    </Zone>
  );
}
