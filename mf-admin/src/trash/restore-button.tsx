import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { restoreDeleted } from '../records/data/restore-deleted.ts';
import type { TrashRow } from '../records/model/trash.ts';
import { titleId } from '../records/table/row-title.tsx';
import { HANDOVER, useFocusHandover } from '../records/table/use-focus-handover.ts';
import { useMessages } from '../records/undo/messages.ts';
import { refusedText, restoredText } from '../records/undo/restored.ts';
import { useOperation } from '../records/use-operation.ts';

/** Gives back what a row of the trash shows. */
export function RestoreButton({ row: { id, title } }: { readonly row: TrashRow }) {
  const { revalidate } = useRevalidator();
  const { say } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const handOver = useFocusHandover(button);
  const { run, busy, failed, error } = useOperation(async () => {
    handOver();
    const adjusted = await asStaff((client) => restoreDeleted(client, id));
    say(restoredText(title, adjusted));
    await revalidate();
  });
  return (
    <Stack $gap={2}>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        aria-describedby={titleId(id)}
        busy={busy}
        onClick={() => void run()}
        {...HANDOVER}
      >
        Restore
      </Button>
      {failed && <Notice tone="error">{refusedText(error)}</Notice>}
    </Stack>
  );
}
