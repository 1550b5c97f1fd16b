import { Notice } from '@ki/shared/ui/notice.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { asStaff } from '../kit/data/as-staff.ts';
import { readUndescribed } from '../media/data/library.ts';
import { DescribePicture } from '../media/describe-picture.tsx';
import { undescribedIn } from './model/text-target.ts';

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
export function UndescribedPictures({ text }: { readonly text: Text }) {
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
