import { askedPage } from '@ki/shared/contract/list-page.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { readPlatform } from './data/read-platform.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = { page: askedPage(searchParams, 'page'), remote: searchParams.get('remote') };
  return { asked, platform: settle(asStaff((client) => readPlatform(client, asked))) };
}

export type PlatformData = ReturnType<typeof loader>;
