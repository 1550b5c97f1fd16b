import { paths } from '@ki/shared/contract/paths.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { asStaff } from '../records/data/as-staff.ts';
import { Moment, onPhone, Part } from '../records/part.tsx';
import { SecretForm } from '../records/secret-form.tsx';
import { columnsOf, DataTable } from '../records/table/data-table.tsx';
import { ConfirmedAction, RowActions, RowTitle } from '../records/table/row.tsx';
import { inviteColleague, revokeInvitation } from './data/accounts.ts';
import { isExpired, type OpenInvitation } from './model/accounts.ts';

export const InviteForm = () => (
  <SecretForm
    title="Invite a colleague"
    submit="Create Invitation"
    resets
    create={async (input) => {
      const address = String(input.get('email')).trim();
      const remark = String(input.get('note')).trim();
      const token = await asStaff((client) => inviteColleague(client, { address, remark }));
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
    <TextField label="Note" name="note" hint="Optional, for staff only" autoComplete="off" maxLength={200} />
  </SecretForm>
);

const nameOf = ({ email }: OpenInvitation) => email ?? 'Whoever has the link';

const columns = columnsOf<OpenInvitation>([
  [
    'email',
    'Email',
    (invitation) => <RowTitle id={invitation.id} title={nameOf(invitation)} more={invitation.note ?? undefined} />,
  ],
  ['invited_by', 'Invited by', (invitation) => onPhone('by ', invitation.invited_by ?? 'Operator')],
  [
    'expires',
    'Expires',
    (invitation) =>
      isExpired(invitation, new Date()) ? (
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

export const InvitationList = ({ invitations }: { readonly invitations: readonly OpenInvitation[] }) => (
  <Part title="Open invitations">
    <DataTable label="Open invitations" columns={columns} rows={invitations} empty="No open invitations" />
  </Part>
);
