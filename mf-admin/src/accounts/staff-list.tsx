import { dateTime, shortDate } from '@ki/shared/format/dates.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { asStaff } from '../records/data/as-staff.ts';
import { OnPhone, Part } from '../records/part.tsx';
import { ConfirmedAction } from '../records/table/confirmed-action.tsx';
import { DataTable, type TableFeatures } from '../records/table/data-table.tsx';
import { RowActions } from '../records/table/row-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { nameOperator } from './data/name-operator.ts';
import { removeStaff } from './data/remove-staff.ts';
import type { Account } from './model/accounts.ts';

interface StaffRow extends Account {
  readonly isSelf: boolean;
  /** Somebody has to stay. */
  readonly isLast: boolean;
  readonly mayBeNamed: boolean;
}

const remarkOn = ({ isSelf, is_operator: isOperator }: StaffRow) =>
  [...(isSelf ? ['You'] : []), ...(isOperator ? ['Operator'] : [])].join(' · ') || undefined;
const titled = ({ id, email }: Account) => ({ id, title: email });

const column = createColumnHelper<TableFeatures, StaffRow>();

const columns = column.columns([
  column.display({
    id: 'email',
    header: 'Email',
    cell: ({ row: { original: account } }) => (
      <RowTitle id={account.id} title={account.email} more={remarkOn(account)} />
    ),
  }),
  column.display({
    id: 'since',
    header: 'Staff since',
    cell: ({ row: { original: account } }) => (
      <>
        <OnPhone>since </OnPhone>
        <time dateTime={account.since}>{shortDate(account.since)}</time>
      </>
    ),
  }),
  column.display({
    id: 'last_sign_in',
    header: 'Last sign-in',
    cell: ({ row: { original: account } }) => (
      <>
        <OnPhone>Last sign-in: </OnPhone>
        {account.last_sign_in_at ? (
          <time dateTime={account.last_sign_in_at} lang="de">
            {dateTime(account.last_sign_in_at)}
          </time>
        ) : (
          'Never'
        )}
      </>
    ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: account } }) =>
      account.isLast ? (
        'The last one stays'
      ) : (
        <RowActions id={account.id}>
          {account.mayBeNamed && (
            <ConfirmedAction
              action="Make Operator"
              row={titled(account)}
              question="Make this account an operator? It decides what is live and who ships it, and names others. This ends with its access only."
              failure="The account could not be made an operator. It may have no access any more: reload the page."
              run={() => asStaff((client) => nameOperator(client, account.email))}
            />
          )}
          <ConfirmedAction
            action="Remove Access"
            row={titled(account)}
            question={account.isSelf ? OWN_ACCESS : ACCESS}
            failure="The access could not be removed. Somebody may have removed it already, it is the last one, which stays, or an operator’s, which operators remove: reload the page."
            run={(id) => asStaff((client) => removeStaff(client, id))}
          />
        </RowActions>
      ),
  }),
]);

const ACCESS = 'Remove this account’s access? It ends at once, and invitations that it made are revoked.';
const OWN_ACCESS = 'Remove your own access? It ends at once, and a colleague has to invite you again.';

interface StaffListProps {
  readonly staff: readonly Account[];
  /** On all pages. */
  readonly total: number;
  readonly mayNameOperators: boolean;
}

/** Those who may use the admin area. */
export function StaffList({ staff, total, mayNameOperators }: StaffListProps) {
  const { user } = useSession();
  const rows = staff.map((account) => ({
    ...account,
    isSelf: account.id === user?.id,
    isLast: total === 1,
    mayBeNamed: mayNameOperators && !account.is_operator,
  }));
  return (
    <Part title={`Staff (${total})`}>
      {rows.length === 0 ? (
        <EmptyState text="Nobody on this page" />
      ) : (
        <DataTable label="Staff" columns={columns} rows={rows} />
      )}
    </Part>
  );
}
