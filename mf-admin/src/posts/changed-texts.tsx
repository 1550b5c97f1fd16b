import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { asStaff } from '../kit/data/as-staff.ts';
import { Note, Part } from '../kit/part.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { RecordLink, RecordList } from '../records/list/record-link.tsx';
import { type ChangedText, dismissChangedTexts } from './data/changed-texts.ts';

/** Told once, to publishers, until one of them dismisses it. */
export function ChangedTexts({ texts }: { readonly texts: readonly ChangedText[] }) {
  const [isDismissed, setIsDismissed] = useState(false);
  const dismissing = useOperation(async () => {
    await asStaff(dismissChangedTexts);
    setIsDismissed(true);
    // The button disappears, so the focus moves.
    document.querySelector('h1')?.focus();
  });
  if (texts.length === 0 || isDismissed) return null;
  return (
    <Part title="Published texts that look different since the update">
      <Note>
        A star between letters is itself, as in <span lang="de">Schüler*innen</span>. Two tildes strike out, one does
        not. Comments and empty headings are not shown. Please look at these pages.
      </Note>
      {dismissing.failed && <Notice tone="error">An error occurred</Notice>}
      <RecordList>
        {texts.map((text, place) => (
          <RecordLink key={place} record={text}>
            <Note as="span">{text.changes.join(', ')}</Note>
          </RecordLink>
        ))}
      </RecordList>
      <Cluster>
        <Button variant="secondary" size="small" busy={dismissing.busy} onClick={() => void dismissing.run()}>
          Dismiss for Everybody
        </Button>
      </Cluster>
    </Part>
  );
}
