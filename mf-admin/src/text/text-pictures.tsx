import { Button } from '@ki/shared/ui/button.tsx';
import { ImageIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { type ClipboardEvent, type DragEvent, type ReactNode, Suspense, useState } from 'react';
import { filesIn, isMarkdownFile } from '../media/model/files-in-transfer.ts';
import { ChoosePicture } from '../media/picture-field.tsx';
import { UploadList } from '../media/upload-list.tsx';
import { useUploads } from '../media/use-uploads.ts';
import { pictureIn, pictureMarkdown, type TextTarget } from './model/text-target.ts';
import { UndescribedPictures } from './undescribed.tsx';

interface TextPicturesProps {
  readonly text: Parameters<typeof UndescribedPictures>[0]['text'];
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
  const [arrived, setArrived] = useState(0);
  const uploads = useUploads({
    onStarted: (id) => target()?.insert(pictureMarkdown(id, '')),
    onUploaded: (id) => {
      uploads.dismiss(id);
      setArrived((count) => count + 1);
      onUploaded();
    },
    onGone: (id) => target()?.remove(pictureIn(id)),
  });
  const take = (event: ClipboardEvent | DragEvent, files: readonly File[]) => {
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    uploads.add(files);
  };
  /** A field that imports Markdown takes such a file itself. */
  const drop = (event: DragEvent) => {
    const files = filesIn(event.dataTransfer);
    take(event, files.every(isMarkdownFile) ? [] : files);
  };
  return (
    <Stack
      $gap={2}
      onPasteCapture={(event: ClipboardEvent) => take(event, filesIn(event.clipboardData))}
      onDropCapture={drop}
      // Nobody took it: a browser would leave the page for the file.
      onDrop={(event: DragEvent) => take(event, event.defaultPrevented ? [] : filesIn(event.dataTransfer))}
    >
      {children}
      <div>
        <Button variant="secondary" size="small" icon={<ImageIcon size={18} />} onClick={() => setIsOpen(true)}>
          Picture
        </Button>
      </div>
      <UploadList uploads={uploads} />
      <UndescribedPictures key={arrived} text={text} />
      {isOpen && (
        <Suspense fallback={null}>
          <ChoosePicture
            onChoose={({ id, alt, isDecorative }) => {
              setIsOpen(false);
              target()?.insert(pictureMarkdown(id, isDecorative ? '' : alt));
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
