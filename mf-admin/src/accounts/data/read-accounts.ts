import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Accounts, accountsSchema } from '../model/accounts.ts';

/** One page of those who are staff, by address, with all open invitations. `page` counts from 1. */
export async function readAccounts(client: StaffClient, page: number): Promise<Accounts> {
  const part = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE };
  return accountsSchema.parse(unwrap(await client.rpc('read_accounts', part)));
}
