import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';
import { titleId } from '../../components/row-title.tsx';
import { useOperation } from '../../components/use-operation.ts';
import { activatePrompt } from '../../data/activate-prompt.ts';
import { asStaff } from '../../data/as-staff.ts';

/** Makes a prompt the active one of its type. */
export function ActivateButton({ id }: { readonly id: string }) {
  const { revalidate } = useRevalidator();
  const { run, busy, failed } = useOperation(async () => {
    await asStaff((client) => activatePrompt(client, id));
    await revalidate();
  });
  return (
    <>
      {failed && <Notice tone="error">Failed to set active prompt</Notice>}
      <Button variant="secondary" size="small" busy={busy} aria-describedby={titleId(id)} onClick={() => void run()}>
        Set Active
      </Button>
    </>
  );
}
