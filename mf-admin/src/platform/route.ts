import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import type { PlatformData } from './data/platform.ts';

// In the chunk of the page, as no other page of the admin needs it.
const reads = () => import(/* webpackChunkName: "admin-platform" */ './data/platform.ts');

function loader({ request }: LoaderFunctionArgs): PlatformData {
  const { searchParams } = new URL(request.url);
  const query = { page: askedPage(searchParams, 'page'), remote: searchParams.get('remote') };
  return { query, platform: settleAsStaff(async (client) => (await reads()).readPlatform(client, query)) };
}

export const platformRoute = defineRoute({
  id: 'admin-platform',
  path: addresses.platform,
  loader,
  head: () => ({ title: 'Platform', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-platform" */ './page.tsx'),
});
