import { paths } from '@ki/shared/contract/paths.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { LONGEST_NAME } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { allReadable } from '@ki/shared/ui/form/problem-of.ts';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { FormEvent } from 'react';
import { useLoaderData } from 'react-router-dom';
import { isTypedSince } from '../kit/action-dialog.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadResult } from '../kit/failures.tsx';
import { serverNow } from '../kit/model/clock.ts';
import { PageHead } from '../kit/page-head.tsx';
import { Moment, onPhone, Part } from '../kit/part.tsx';
import { ReadBeside } from '../kit/read-list.tsx';
import { SecretForm } from '../kit/secret-form.tsx';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { RowActions, RowTitle } from '../kit/table/row.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { useNarrowRole } from '../roles/role-note.tsx';
import { ConfirmedAction } from '../versions/delete-button.tsx';
import { useMessages } from '../versions/messages.tsx';
import { type AccountsData, inviteColleague, nameAccount, revokeInvitation } from './data/accounts.ts';
import { type Accounts, isExpired, type OpenInvitation, ROLE_NAMES, ROLES } from './model/accounts.ts';
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
  const { sign_up: rule, total } = accounts;
  return (
    <Stack $gap={6}>
      {rule !== 'invited' && <Notice tone="warning">{SIGN_UP[rule]}</Notice>}
      <InvitationList accounts={accounts} />
      <StaffList accounts={accounts} />
      <Pages page={page} total={total} />
    </Stack>
  );
}

/** The name of the own account, where its sign-up would store it. It decides no rights. */
function OwnName() {
  const { user } = useSession();
  const { say } = useMessages();
  const { run, busy, failed } = useOperation(async (form: HTMLFormElement) => {
    const sent = new FormData(form);
    await asStaff((client) => nameAccount(client, String(sent.get('name')).trim()));
    say(`Your name is saved.${isTypedSince(sent, form) ? ' What you typed since is not saved yet.' : ''}`, []);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (allReadable(event.currentTarget)) void run(event.currentTarget);
  };
  const [beforeAt] = (user?.email ?? '').split('@');
  return (
    <Part title="Your account">
      <Card as="div">
        <CardBody>
          <Stack as="form" method="post" onSubmit={submit} aria-label="Your account">
            {failed && <Notice tone="error">Your name could not be saved. Please try again.</Notice>}
            <TextField
              label="Your name"
              name="name"
              lang="de"
              autoComplete="name"
              maxLength={LONGEST_NAME}
              defaultValue={user?.name === beforeAt ? '' : user?.name}
              hint={`Author of the posts that you write from now on, and your name in the history. Empty: ${beforeAt}`}
            />
            <div>
              <Button type="submit" busy={busy}>
                Save Name
              </Button>
            </div>
          </Stack>
        </CardBody>
      </Card>
    </Part>
  );
}

const InviteForm = ({ accounts }: { readonly accounts: Promise<Result<Accounts>> }) => (
  <SecretForm
    title="Invite a colleague"
    submit="Create Invitation"
    resets
    create={async (input) => {
      const address = String(input.get('email')).trim();
      const remark = String(input.get('note')).trim();
      const role = String(input.get('role') ?? 'publisher');
      const token = await asStaff((client) => inviteColleague(client, { address, remark, role }));
      return {
        title: `${address} is invited.`,
        advice: 'Send this link yourself: no mail goes out. It is shown this once, works once, and for seven days.',
        label: 'Invitation link',
        secret: new URL(paths.invitation(token), location.origin).href,
        copy: 'Copy Link',
      };
    }}
  >
    <TextField label="Email" name="email" type="email" autoComplete="off" maxLength={254} required />
    <ReadBeside value={accounts}>
      {(data) =>
        data.may_name_operators && (
          <SelectField label="Role" name="role" hint="Editors publish only what they created, authors nothing">
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_NAMES[role]}
              </option>
            ))}
          </SelectField>
        )
      }
    </ReadBeside>
    <TextField label="Note" name="note" hint="Optional, for staff only" autoComplete="off" maxLength={200} />
  </SecretForm>
);

const nameOf = ({ email }: OpenInvitation) => email ?? 'Whoever has the link';

const moreOn = ({ role, note }: OpenInvitation) =>
  [role !== 'publisher' && ROLE_NAMES[role], note].filter(Boolean).join(' · ') || undefined;

const invitationColumns = columnsOf<OpenInvitation>([
  [
    'email',
    'Email',
    (invitation) => <RowTitle id={invitation.id} title={nameOf(invitation)} more={moreOn(invitation)} />,
  ],
  ['invited_by', 'Invited by', (invitation) => onPhone('by ', invitation.invited_by ?? 'Operator')],
  [
    'expires',
    'Expires',
    (invitation) =>
      isExpired(invitation, new Date(serverNow())) ? (
        <Badge $tone="neutral">Expired</Badge>
      ) : (
        onPhone('until ', <Moment at={invitation.expires_at} />)
      ),
  ],
  [
    'actions',
    'Actions',
    (invitation) => (
      <RowActions id={invitation.id}>
        <ConfirmedAction
          action="Revoke"
          row={{ id: invitation.id, title: nameOf(invitation) }}
          question="Revoke this invitation? Its link will not work any more."
          failure="The invitation could not be revoked. It may be used or revoked already: reload the page."
          run={(id) => asStaff((client) => revokeInvitation(client, id))}
        />
      </RowActions>
    ),
  ],
]);

const InvitationList = ({ accounts: { invitations, may_invite: mayRevoke } }: { readonly accounts: Accounts }) => (
  <Part title="Open invitations">
    <DataTable
      label="Open invitations"
      columns={mayRevoke ? invitationColumns : invitationColumns.slice(0, -1)}
      rows={invitations}
      empty="No open invitations"
    />
  </Part>
);
