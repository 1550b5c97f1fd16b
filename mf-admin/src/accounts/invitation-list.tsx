import { dateTime } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { asStaff } from '../records/data/as-staff.ts';
import { OnPhone, Part } from '../records/part.tsx';
import { ConfirmedAction } from '../records/table/confirmed-action.tsx';
import { DataTable, type TableFeatures } from '../records/table/data-table.tsx';
import { RowActions } from '../records/table/row-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { revokeInvitation } from './data/revoke-invitation.ts';
import { isExpired, type OpenInvitation } from './model/accounts.ts';

const column = createColumnHelper<TableFeatures, OpenInvitation>();
const nameOf = ({ email }: OpenInvitation) => email ?? 'Whoever has the link';

const columns = column.columns([
  column.display({
    id: 'email',
    header: 'Email',
    cell: ({ row: { original: invitation } }) => (
      <RowTitle id={invitation.id} title={nameOf(invitation)} more={invitation.note ?? undefined} />
    ),
  }),
  column.display({
    id: 'invited_by',
    header: 'Invited by',
    cell: ({ row: { original: invitation } }) => (
      <>
        <OnPhone>by </OnPhone>
        {invitation.invited_by ?? 'Operator'}
      </>
    ),
  }),
  column.display({
    id: 'expires',
    header: 'Expires',
    cell: ({ row: { original: invitation } }) =>
      isExpired(invitation, new Date()) ? (
        <Badge $tone="neutral">Expired</Badge>
      ) : (
        <>
          <OnPhone>until </OnPhone>
          <time dateTime={invitation.expires_at} lang="de">
            {dateTime(invitation.expires_at)}
          </time>
        </>
      ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: invitation } }) => (
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
  }),
]);

/** Invitations that nobody has accepted yet. */
export function InvitationList({ invitations }: { readonly invitations: readonly OpenInvitation[] }) {
  return (
    <Part title="Open invitations">
      {invitations.length === 0 ? (
        <EmptyState text="No open invitations" />
      ) : (
        <DataTable label="Open invitations" columns={columns} rows={invitations} />
      )}
    </Part>
  );
}
