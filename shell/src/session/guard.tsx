import { paths } from '@ki/shared/contract/paths.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Loading } from '../layout/loading.tsx';

export function loginPath(next: string): string {
  return next === paths.admin ? paths.login : `${paths.login}?next=${encodeURIComponent(next)}`;
}

/** Only a path of this site: no open redirect. Browsers drop control characters, and read a backslash as a slash. */
export function nextPage(search: URLSearchParams): string {
  const next = search.get('next');
  return next && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(next) ? next : paths.admin;
}

export function Guard({ staffOnly, children }: { readonly staffOnly: boolean; readonly children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!staffOnly || session.status === 'signed-in') return children;
  if (session.status === 'unknown') return <Loading />;
  // A sign-out returns to no page, an expired session to the same one.
  const isSignedOut = session.status === 'anonymous' && session.ended === 'by-user';
  return <Navigate to={isSignedOut ? paths.login : loginPath(pathname + search)} replace />;
}
