import { shortDate } from '@ki/shared/format/dates.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { Moment, onPhone, Part } from '../records/part.tsx';
import { columnsOf, DataTable } from '../records/table/data-table.tsx';
import { ConfirmedAction, RowActions, RowTitle } from '../records/table/row.tsx';
import { nameOperator, removeStaff } from './data/accounts.ts';
import type { Account } from './model/accounts.ts';

interface StaffRow extends Account {
  readonly isSelf: boolean;
  /** The last account cannot be removed. */
  readonly isLast: boolean;
  readonly mayBeNamed: boolean;
}

const remarkOn = ({ isSelf, is_operator: isOperator }: StaffRow) =>
  [...(isSelf ? ['You'] : []), ...(isOperator ? ['Operator'] : [])].join(' · ') || undefined;
const titled = ({ id, email }: Account) => ({ id, title: email });

const columns = columnsOf<StaffRow>([
  ['email', 'Email', (account) => <RowTitle id={account.id} title={account.email} more={remarkOn(account)} />],
  [
    'since',
    'Staff since',
    (account) => onPhone('since ', <time dateTime={account.since}>{shortDate(account.since)}</time>),
  ],
  [
    'last_sign_in',
    'Last sign-in',
    (account) => onPhone('Last sign-in: ', account.last_sign_in_at ? <Moment at={account.last_sign_in_at} /> : 'Never'),
  ],
  [
    'actions',
    'Actions',
    (account) =>
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
  ],
]);

const ACCESS = 'Remove this account’s access? It ends at once, and invitations that it made are revoked.';
const OWN_ACCESS = 'Remove your own access? It ends at once, and a colleague has to invite you again.';

interface StaffListProps {
  readonly staff: readonly Account[];
  readonly total: number;
  readonly mayNameOperators: boolean;
}

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
      <DataTable label="Staff" columns={columns} rows={rows} empty="Nobody on this page" />
    </Part>
  );
}
