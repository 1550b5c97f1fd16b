import { shortDate } from '@ki/shared/format/dates.ts';
import { signOut } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { Moment, onPhone, Part } from '../kit/part.tsx';
import { saveFile } from '../kit/save-file.ts';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import { RowActions, RowTitle, titleId } from '../kit/table/row.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { ConfirmedAction } from '../versions/delete-button.tsx';
import { deleteAccount, exportAccount, nameOperator, removeStaff, setRole } from './data/accounts.ts';
import { type Account, type Accounts, ROLE_NAMES, ROLES } from './model/accounts.ts';

/** `isLast`: it cannot be removed. `mayBeEnded`: by operators, and by the account itself. */
const rowOf = (account: Account, accounts: Accounts, isSelf: boolean) => ({
  ...account,
  isSelf,
  isLast: accounts.total === 1,
  mayBeNamed: accounts.may_name_operators && !account.is_operator,
  mayBeRemoved: accounts.may_invite,
  mayBeEnded: accounts.may_name_operators || isSelf,
});
type StaffRow = ReturnType<typeof rowOf>;

const remarkOn = ({ isSelf, is_operator: isOperator, role }: StaffRow) =>
  [isSelf && 'You', isOperator && 'Operator', role !== 'publisher' && ROLE_NAMES[role]].filter(Boolean).join(' · ') ||
  undefined;

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
    (account) => (
      <Stack $gap={2}>
        {account.isLast ? 'The last one stays' : <RightsOf account={account} />}
        {(account.isLast || account.mayBeEnded) && (
          <RowActions id={account.id}>
            <ExportButton account={account} />
            {!account.isLast && (
              <ConfirmedAction
                action="Delete Account"
                row={titled(account)}
                question={account.isSelf ? OWN_END : END}
                failure="The account could not be deleted. It may be the last operator’s, which stays, or be gone already: reload the page."
                run={(id) => endAccount(id, account.isSelf)}
              />
            )}
          </RowActions>
        )}
      </Stack>
    ),
  ],
]);

const ROLE_TEXTS = {
  publisher: ['Make Publisher', 'Make this account a publisher? It may do everything but what operators do.'],
  editor: ['Make Editor', 'Make this account an editor? It writes every draft, and publishes only what it created.'],
  author: ['Make Author', 'Make this account an author? It writes only what it created, and publishes nothing.'],
} as const;

const RightsOf = ({ account }: { readonly account: StaffRow }) => (
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
    {account.mayBeNamed &&
      ROLES.filter((role) => role !== account.role).map((role) => (
        <ConfirmedAction
          key={role}
          action={ROLE_TEXTS[role][0]}
          row={titled(account)}
          question={ROLE_TEXTS[role][1]}
          failure="The role could not be given. The account may have no access any more: reload the page."
          run={(id) => asStaff((client) => setRole(client, id, role))}
        />
      ))}
    {account.mayBeRemoved && (
      <ConfirmedAction
        action="Remove Access"
        row={titled(account)}
        question={account.isSelf ? OWN_ACCESS : ACCESS}
        failure="The access could not be removed. Somebody may have removed it already, it is the last one, which stays, or an operator’s, which operators remove: reload the page."
        run={(id) => asStaff((client) => removeStaff(client, id))}
      />
    )}
  </RowActions>
);

const ACCESS = 'Remove this account’s access? It ends at once, and invitations that it made are revoked.';
const OWN_ACCESS = 'Remove your own access? It ends at once, and a colleague has to invite you again.';

const END =
  'Delete this account? It ends at once, with its sessions and its name: posts stay without their author, and the history shows a former member. This cannot be undone.';
const OWN_END =
  'Delete your own account? You are signed out at once, your unsaved input is deleted, and your name goes: posts stay without their author, and the history shows a former member. This cannot be undone.';

async function endAccount(id: string, isSelf: boolean): Promise<void> {
  await asStaff((client) => deleteAccount(client, id));
  if (isSelf) await signOut();
}

function ExportButton({ account: { id, email } }: { readonly account: Account }) {
  const { run, busy, failed } = useOperation(async () => {
    const stored = await asStaff((client) => exportAccount(client, id));
    const content = new Blob([JSON.stringify(stored, null, 2)], { type: 'application/json' });
    saveFile(`account-${email}.json`, content);
  });
  return (
    <>
      <Button variant="secondary" size="small" busy={busy} aria-describedby={titleId(id)} onClick={() => void run()}>
        Export
      </Button>
      {failed && <Notice tone="error">The account could not be exported.</Notice>}
    </>
  );
}

export function StaffList({ accounts }: { readonly accounts: Accounts }) {
  const { staff, total } = accounts;
  const { user } = useSession();
  const rows = staff.map((account) => rowOf(account, accounts, account.id === user?.id));
  return (
    <Part title={`Staff (${total})`}>
      <DataTable label="Staff" columns={columns} rows={rows} empty="Nobody on this page" />
    </Part>
  );
}
