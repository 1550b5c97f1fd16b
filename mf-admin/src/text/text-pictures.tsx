import { Button } from '@ki/shared/ui/button.tsx';
import { ImageIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { asStaff } from '../kit/data/as-staff.ts';
import { readUndescribed } from '../media/data/library.ts';
import { DescribePicture } from '../media/describe-picture.tsx';
import { filesIn, isMarkdownFile } from '../media/model/files-in-transfer.ts';
import { ChoosePicture } from '../media/picture-field.tsx';
import { UploadList } from '../media/upload-list.tsx';
import { useUploads } from '../media/use-uploads.ts';
import { pictureIn, pictureMarkdown, type TextTarget, undescribedIn } from './model/text-target.ts';

interface Text {
  readonly read: () => string;
  readonly follow: (listener: () => void) => () => void;
}

type Undescribed = Awaited<ReturnType<typeof readUndescribed>>;

/** Renders when the pictures of the text change, not for each key. */
function useUndescribed({ read, follow }: Text) {
  const ids = useSyncExternalStore(follow, () => undescribedIn(read()).join());
  const [version, setVersion] = useState(0);
  const [found, setFound] = useState<Undescribed>([]);
  // Talks to the database.
  useEffect(() => {
    void version;
    if (ids === '') return setFound([]);
    let isCurrent = true;
    asStaff((client) => readUndescribed(client, ids.split(','))).then(
      (pictures) => isCurrent && setFound(pictures),
      console.error,
    );
    return () => {
      isCurrent = false;
    };
  }, [ids, version]);
  return { found, reload: () => setVersion((count) => count + 1) };
}

/** Says before a publication what the database would refuse: pictures of a text without an alternative text. */
function UndescribedPictures({ text }: { readonly text: Text }) {
  const { found, reload } = useUndescribed(text);
  return found.map((picture) => (
    <Notice
      key={picture.id}
      tone="warning"
      title="A picture of this text has no alternative text."
      action={<DescribePicture picture={picture} onDescribed={reload} />}
    >
      <span lang="de">{picture.title}</span>. A draft can be stored with it, but not published. Say what it shows, or
      that it is decorative; or write a text of its own between its brackets.
    </Notice>
  ));
}

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
