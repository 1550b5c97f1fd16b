import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { readAccounts } from './data/read-accounts.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, accounts: settle(asStaff((client) => readAccounts(client, page))) };
}

export type AccountsData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Accounts', noindex: true }) };

/** Who is staff, and who is invited to be. */
export const accountsRoute: RouteObject = {
  id: 'admin-accounts',
  path: addresses.accounts,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-accounts" */ './page.tsx'),
};
