import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage } from '@ki/shared/contract/list-page.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import type { CostsData } from './data/costs.ts';

// In the chunk of the page, as no other page of the admin needs it.
const reads = () => import(/* webpackChunkName: "admin-costs" */ './data/costs.ts');

function loader({ request }: LoaderFunctionArgs): CostsData {
  const { searchParams } = new URL(request.url);
  const query = { month: searchParams.get('month'), page: askedPage(searchParams, 'page') };
  return { page: query.page, costs: settle(asStaff(async (client) => (await reads()).readCosts(client, query))) };
}

export const costsRoute = defineRoute({
  id: 'admin-costs',
  path: addresses.costs,
  loader,
  head: () => ({ title: 'AI Costs', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-costs" */ './page.tsx'),
});
