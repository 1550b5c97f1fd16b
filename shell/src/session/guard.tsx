import { paths } from '@ki/shared/contract/paths.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Loading } from '../layout/loading.tsx';
import { loginPath } from './next-page.ts';

interface GuardProps {
  /** The page's owner is for signed-in users only. */
  readonly staffOnly: boolean;
  readonly children: ReactNode;
}

/** Stands before pages that need a session: waits until it is known, then shows them or asks to sign in. */
export function Guard({ staffOnly, children }: GuardProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!staffOnly || session.status === 'signed-in') return children;
  if (session.status === 'unknown') return <Loading />;
  // Who signs out wants to leave; whose session ended by itself wants to come back to the same page.
  return <Navigate to={session.ended === 'by-user' ? paths.login : loginPath(pathname + search)} replace />;
}
