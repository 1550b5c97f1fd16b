import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { titleId } from '../../components/row-title.tsx';
import { useMessages } from '../../components/undo/messages.ts';
import { refusedText, restoredText } from '../../components/undo/restored.ts';
import { HANDOVER, useFocusHandover } from '../../components/use-focus-handover.ts';
import { useOperation } from '../../components/use-operation.ts';
import { asStaff } from '../../data/as-staff.ts';
import { restoreDeleted } from '../../data/restore-deleted.ts';
import type { TrashRow } from '../../model/trash.ts';

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
