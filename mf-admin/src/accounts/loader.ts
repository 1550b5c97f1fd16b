import { askedPage } from '@ki/shared/contract/list-page.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { readAccounts } from './data/read-accounts.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, accounts: settle(asStaff((client) => readAccounts(client, page))) };
}

export type AccountsData = ReturnType<typeof loader>;
