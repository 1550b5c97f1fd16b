import { pictureIn, pictureMarkdown } from '@ki/shared/contract/picture-markdown.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { ImageIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import {
  type ClipboardEvent,
  type ComponentType,
  type DragEvent,
  lazy,
  type ReactNode,
  Suspense,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import styled from 'styled-components';
import { Note } from '../kit/part.tsx';
import { filesIn, isMarkdownFile } from '../media/model/files-in-transfer.ts';
import { ChoosePicture } from '../media/picture-field.tsx';
import { UploadList } from '../media/upload-list.tsx';
import { useUploads } from '../media/use-uploads.ts';
import { FORMATS, format } from './model/formats.ts';
import { insertBlock, type TextTarget } from './model/text-target.ts';
import type { UndescribedProps } from './undescribed-pictures.tsx';
import { usePaste } from './use-paste.ts';

const UndescribedPictures = lazy<ComponentType<UndescribedProps>>(async () => {
  const load = import(/* webpackChunkName: "admin-undescribed" */ './undescribed-pictures.tsx');
  return { default: (await load.catch(console.error))?.UndescribedPictures ?? (() => null) };
});

/** Above the text, and after it for the Tab key, which goes from the title to the text. */
const Formats = styled(Cluster)`
  order: -1;
`;

interface TextPicturesProps {
  readonly text: UndescribedProps['text'];
  /** Where pictures are inserted; null when there is no text to write in. */
  readonly target: () => TextTarget | null;
  /** A picture that the text names is there by now. */
  readonly onUploaded: () => void;
  readonly children: ReactNode;
}

/**
 * A text into which pictures are pasted, dropped and chosen. A picture has its final address from the start, so that a
 * text which is saved during the upload is right; without its file it is taken out again.
 */
export function TextPictures({ text, target, onUploaded, children }: TextPicturesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const typed = useRef(new Map<string, string>());
  const hasPictures = useSyncExternalStore(text.follow, () => text.read().includes('/_pictures/'));
  const paste = usePaste({ target, text });
  const uploads = useUploads({
    onStarted: (id) => insertBlock(target(), pictureMarkdown(id, '')),
    onUploaded: (id) => {
      uploads.dismiss(id);
      onUploaded();
    },
    onGone(id) {
      const at = target();
      at?.write(at.read().text.replace(pictureIn(id), ''));
    },
  });
  const take = (event: ClipboardEvent | DragEvent, files: readonly File[], isText = false) => {
    if (files.length > 0) uploads.add(files);
    else if (!isText) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** A field that imports Markdown takes such a file itself. */
  const drop = (event: DragEvent) => {
    const files = filesIn(event.dataTransfer);
    take(event, files.every(isMarkdownFile) ? [] : files);
  };
  return (
    <Stack
      data-text=""
      $gap={2}
      onKeyDownCapture={paste.onKey}
      onPasteCapture={(event: ClipboardEvent) => {
        const files = filesIn(event.clipboardData);
        take(event, files, files.length === 0 && paste.take(event));
      }}
      onDropCapture={drop}
      // Nobody took it: a browser would leave the page for the file.
      onDrop={(event: DragEvent) => take(event, event.defaultPrevented ? [] : filesIn(event.dataTransfer))}
    >
      {children}
      <Formats role="group" aria-label="Formatting" $gap={1}>
        {FORMATS.map((name) => (
          <Button key={name} variant="quiet" size="small" onClick={() => format(target(), name)}>
            {name}
          </Button>
        ))}
        <Button variant="quiet" size="small" icon={<ImageIcon size={18} />} onClick={() => setIsOpen(true)}>
          Picture
        </Button>
      </Formats>
      <UploadList uploads={uploads} />
      {/* Stays mounted, because screen readers read only changes of an existing live region. */}
      <Note as="div" role="status">
        {paste.said}
      </Note>
      {hasPictures && (
        <Suspense fallback={null}>
          <UndescribedPictures text={text} target={target} uploads={uploads.uploads} typed={typed} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ChoosePicture
            onChoose={({ id, alt, isDecorative }) => {
              setIsOpen(false);
              insertBlock(target(), pictureMarkdown(id, isDecorative ? '' : alt));
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
