import { useSession } from '@ki/shared/session/use-session.ts';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { Outlet, useLoaderData } from 'react-router-dom';
import { Refused } from '../records/refused.tsx';
import { AdminFrame } from './admin-frame.tsx';
import type { LayoutData } from './loader.ts';
import { MessagesProvider } from './messages-provider.tsx';

export function Component() {
  const { staff, operator } = useLoaderData<LayoutData>();
  const { user } = useSession();
  return (
    <AdminFrame userName={user?.name ?? ''} operator={operator}>
      <Settled value={staff} loading={<Loading>Loading...</Loading>}>
        {/* When nobody could be asked, the pages themselves say that the data cannot be read. */}
        {(result) =>
          result.ok && !result.data ? (
            <Refused
              what="the admin area"
              remedy="Ask an administrator to invite this address, or sign in with another account."
            />
          ) : (
            <MessagesProvider>
              <Outlet />
            </MessagesProvider>
          )
        }
      </Settled>
    </AdminFrame>
  );
}
