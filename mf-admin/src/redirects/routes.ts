import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { recordRoutes } from '../records/routes.ts';
import { listMissing, listRedirects, type RedirectsData } from './data/redirects.ts';
import { redirect } from './redirect-record.ts';

function loader({ request }: LoaderFunctionArgs): RedirectsData {
  const { searchParams } = new URL(request.url);
  const query = { search: searchParams.get('q')?.trim() ?? '', page: askedPage(searchParams, 'page') };
  return {
    query,
    list: settleAsStaff((client) => listRedirects(client, query)),
    missing: settleAsStaff(listMissing),
  };
}

export const redirectRoutes = recordRoutes({
  kind: redirect,
  name: 'redirect',
  lazy: () => import(/* webpackChunkName: "admin-redirect" */ './record-page.tsx'),
  list: {
    title: 'Redirects',
    loader,
    lazy: () => import(/* webpackChunkName: "admin-redirects" */ './list-page.tsx'),
  },
});
