import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import type { AccountsData } from './data/accounts.ts';

// In the chunk of the page, as no other page of the admin needs it.
const reads = () => import(/* webpackChunkName: "admin-accounts" */ './data/accounts.ts');

function loader({ request }: LoaderFunctionArgs): AccountsData {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return {
    page,
    accounts: settleAsStaff(async (client) => (await reads()).readAccounts(client, page)),
    hasFactor: settleAsStaff(async (client) => (await reads()).hasFactor(client)),
  };
}

export const accountsRoute = defineRoute({
  id: 'admin-accounts',
  path: addresses.accounts,
  loader,
  head: () => ({ title: 'Accounts', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-accounts" */ './page.tsx'),
});
