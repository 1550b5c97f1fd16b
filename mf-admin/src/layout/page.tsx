import { useSession } from '@ki/shared/session/use-session.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { ToastRegion, useToasts } from '@ki/shared/ui/toast.tsx';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Outlet, useLoaderData, useRevalidator } from 'react-router-dom';
import { RecordKinds } from '../kinds/record-kinds.ts';
import { asStaff, settleAsStaff } from '../kit/data/as-staff.ts';
import { readClock } from '../kit/data/clock.ts';
import type { Rights } from '../roles/data/rights.ts';
import { NoAccess } from '../roles/no-access.tsx';
import { RoleNote } from '../roles/role-note.tsx';
import { restoreDeleted } from '../versions/data/history.ts';
import {
  adjustedNote,
  type Deleted,
  type Messages,
  MessagesContext,
  restoredText,
  restoreErrorText,
} from '../versions/messages.ts';
import { StoredText } from '../versions/stored-record.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { recordKinds } from './record-kinds.ts';
import { Sidebar } from './sidebar.tsx';

function MessagesProvider({ children }: { readonly children: ReactNode }) {
  const { show, ...region } = useToasts();
  const { revalidate } = useRevalidator();
  const messages = useMemo<Messages>(() => {
    const undo = async ({ id, name, restore = () => asStaff((client) => restoreDeleted(client, id)) }: Deleted) => {
      try {
        const adjusted = await restore();
        await revalidate();
        return restoredText(recordKinds, name, adjusted);
      } catch (error) {
        console.error(error);
        return restoreErrorText(error);
      }
    };
    return {
      say: (text, adjusted) => show(`${text} ${adjustedNote(recordKinds, adjusted)}`.trim()),
      sayStored: (stored) => show(<StoredText {...stored} />),
      sayRestored: (name, adjusted) => show(restoredText(recordKinds, name, adjusted)),
      offerUndo: (deleted) => show(`“${deleted.name}” was deleted.`, { label: 'Undo', run: () => undo(deleted) }),
    };
  }, [show, revalidate]);
  return (
    <MessagesContext value={messages}>
      {children}
      <ToastRegion {...region} dismissLabel="Dismiss" />
    </MessagesContext>
  );
}

const CHECK_MS = 60_000;

/** The next reading is due by then, or a machine slept: what a form says next is right again. */
function useClockReadings(): void {
  // The database is asked where the last reading does not hold any more.
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') void settleAsStaff(readClock);
    };
    const timer = setInterval(read, CHECK_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
}

export function Component() {
  useClockReadings();
  const { staff, operator } = useLoaderData<Rights>();
  const { user } = useSession();
  return (
    <AdminFrame sidebar={<Sidebar userName={user?.name ?? ''} operator={operator} />}>
      <Settled value={staff} loading={<Loading>Loading...</Loading>}>
        {/* When the backend does not respond, the page itself shows the read error. */}
        {(result) =>
          result.ok && !result.data ? (
            <NoAccess
              what="the admin area"
              remedy="Ask an administrator to invite this address, or sign in with another account. If you have the link of an invitation, open it again."
            />
          ) : (
            <RecordKinds value={recordKinds}>
              <MessagesProvider>
                <RoleNote />
                <Outlet />
              </MessagesProvider>
            </RecordKinds>
          )
        }
      </Settled>
    </AdminFrame>
  );
}
