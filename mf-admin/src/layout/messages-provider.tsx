import { ToastRegion } from '@ki/shared/ui/toast.tsx';
import { useToasts } from '@ki/shared/ui/use-toasts.ts';
import { type ReactNode, useMemo } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { restoreDeleted } from '../records/data/restore-deleted.ts';
import { type Messages, MessagesContext } from '../records/undo/messages.ts';
import { refusedText, restoredText } from '../records/undo/restored.ts';

/** Shows the short messages of all admin pages, and takes deletions back. */
export function MessagesProvider({ children }: { readonly children: ReactNode }) {
  const { show, ...region } = useToasts();
  const { revalidate } = useRevalidator();
  const messages = useMemo<Messages>(() => {
    const undo = async (id: string, name: string) => {
      try {
        const adjusted = await asStaff((client) => restoreDeleted(client, id));
        await revalidate();
        return restoredText(name, adjusted);
      } catch (error) {
        console.error(error);
        return refusedText(error);
      }
    };
    return {
      say: (text) => show(text),
      offerUndo: ({ id, name }) => show(`“${name}” was deleted.`, { label: 'Undo', run: () => undo(id, name) }),
    };
  }, [show, revalidate]);
  return (
    <MessagesContext value={messages}>
      {children}
      <ToastRegion {...region} dismissLabel="Dismiss" />
    </MessagesContext>
  );
}
