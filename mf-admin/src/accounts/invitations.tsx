import { paths } from '@ki/shared/contract/paths.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { serverNow } from '../kit/model/clock.ts';
import { Moment, onPhone, Part } from '../kit/part.tsx';
import { SecretForm } from '../kit/secret-form.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import { RowActions, RowTitle } from '../kit/table/row.tsx';
import { ConfirmedAction } from '../versions/delete-button.tsx';
import { inviteColleague, revokeInvitation } from './data/accounts.ts';
import { type Accounts, isExpired, type OpenInvitation, ROLE_NAMES, ROLES } from './model/accounts.ts';

export const InviteForm = ({ accounts }: { readonly accounts: Promise<Result<Accounts>> }) => (
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
    <Settled value={accounts} loading={null}>
      {(result) => result.ok && result.data.may_name_operators && <RoleField />}
    </Settled>
    <TextField label="Note" name="note" hint="Optional, for staff only" autoComplete="off" maxLength={200} />
  </SecretForm>
);

const RoleField = () => (
  <SelectField label="Role" name="role" hint="Editors publish only what they created, authors nothing">
    {ROLES.map((role) => (
      <option key={role} value={role}>
        {ROLE_NAMES[role]}
      </option>
    ))}
  </SelectField>
);

const nameOf = ({ email }: OpenInvitation) => email ?? 'Whoever has the link';

const moreOn = ({ role, note }: OpenInvitation) =>
  [...(role === 'publisher' ? [] : [ROLE_NAMES[role]]), ...(note === null ? [] : [note])].join(' · ') || undefined;

const columns = columnsOf<OpenInvitation>([
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
        <RevokeInvitation invitation={invitation} />
      </RowActions>
    ),
  ],
]);

const RevokeInvitation = ({ invitation }: { readonly invitation: OpenInvitation }) => (
  <ConfirmedAction
    action="Revoke"
    row={{ id: invitation.id, title: nameOf(invitation) }}
    question="Revoke this invitation? Its link will not work any more."
    failure="The invitation could not be revoked. It may be used or revoked already: reload the page."
    run={(id) => asStaff((client) => revokeInvitation(client, id))}
  />
);

interface InvitationListProps {
  readonly invitations: readonly OpenInvitation[];
  readonly mayRevoke: boolean;
}

export const InvitationList = ({ invitations, mayRevoke }: InvitationListProps) => (
  <Part title="Open invitations">
    <DataTable
      label="Open invitations"
      columns={mayRevoke ? columns : columns.slice(0, -1)}
      rows={invitations}
      empty="No open invitations"
    />
  </Part>
);
