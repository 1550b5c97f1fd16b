import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { signOut } from '@ki/shared/session/session-store.ts';
import { redirect } from 'react-router-dom';
import { addresses } from '../addresses.ts';

/** Signing out is a navigation, so that a form with unsaved input can ask first. */
export const signOutRoute = defineRoute({
  id: 'admin-sign-out',
  path: addresses.signOut,
  loader: () => redirect(addresses.dashboard),
  action: async () => {
    await signOut();
    return redirect(paths.login);
  },
});
