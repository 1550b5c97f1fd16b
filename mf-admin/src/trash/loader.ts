import { askedPage } from '@ki/shared/contract/list-page.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { listTrash } from './data/list-trash.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, list: settle(asStaff((client) => listTrash(client, page))) };
}

export type TrashData = ReturnType<typeof loader>;
