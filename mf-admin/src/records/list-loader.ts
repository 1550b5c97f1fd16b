import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asStaff } from './data/as-staff.ts';
import type { Page } from './data/records.ts';

/** What the page of a list shows. */
export interface ListData<Row> {
  /** Counts from 1. */
  readonly page: number;
  readonly list: Promise<Result<Page<Row>>>;
}

/** The loader of a list whose page the address names. */
export const loadList =
  <Row>(read: (client: StaffClient, page: number) => Promise<Page<Row>>) =>
  ({ request }: LoaderFunctionArgs): ListData<Row> => {
    const page = askedPage(new URL(request.url).searchParams, 'page');
    return { page, list: settle(asStaff((client) => read(client, page))) };
  };
