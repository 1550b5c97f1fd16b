import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useLoaderData } from 'react-router-dom';
import { ReadResult } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Pages } from '../kit/table/data-table.tsx';
import { useNarrowRole } from '../roles/role-note.tsx';
import type { AccountsData } from './data/accounts.ts';
import { InvitationList, InviteForm } from './invitations.tsx';
import type { Accounts } from './model/accounts.ts';
import { OwnName } from './own-name.tsx';
import { SecondFactor } from './second-factor.tsx';
import { StaffList } from './staff-list.tsx';

const SIGN_UP = {
  open: 'Sign-up is open: whoever creates an account on the login page is staff.',
  closed: 'Sign-up is closed: nobody can create an account or accept an invitation.',
} as const;

export function Component() {
  const { page, accounts, hasFactor } = useLoaderData<AccountsData>();
  const isNarrow = useNarrowRole() !== null;
  return (
    <>
      <PageHead title="Accounts" subtitle="Who may use the admin area, and who is invited to" />
      <Stack $gap={6}>
        <OwnName />
        {/* The form stays mounted while the lists are read again, because its link is shown only once. */}
        {!isNarrow && <InviteForm accounts={accounts} />}
        <ReadResult value={accounts}>{(data) => <Lists page={page} accounts={data} />}</ReadResult>
        <SecondFactor hasFactor={hasFactor} />
      </Stack>
    </>
  );
}

function Lists({ page, accounts }: { readonly page: number; readonly accounts: Accounts }) {
  const {
    sign_up: rule,
    total,
    may_name_operators: mayNameOperators,
    may_invite: mayInvite,
    staff,
    invitations,
  } = accounts;
  return (
    <Stack $gap={6}>
      {rule !== 'invited' && <Notice tone="warning">{SIGN_UP[rule]}</Notice>}
      <InvitationList invitations={invitations} mayRevoke={mayInvite} />
      <StaffList staff={staff} total={total} mayNameOperators={mayNameOperators} mayRemove={mayInvite} />
      <Pages page={page} total={total} />
    </Stack>
  );
}
