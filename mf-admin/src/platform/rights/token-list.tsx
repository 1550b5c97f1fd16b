import { dateTime, shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { asStaff } from '../../records/data/as-staff.ts';
import { OnPhone, Part } from '../../records/part.tsx';
import { ConfirmedAction } from '../../records/table/confirmed-action.tsx';
import { DataTable, type TableFeatures } from '../../records/table/data-table.tsx';
import { RowActions } from '../../records/table/row-actions.tsx';
import { RowTitle } from '../../records/table/row-title.tsx';
import { revokeToken } from '../data/revoke-token.ts';
import type { DeployToken } from '../model/platform.ts';

const OWNERS = { operator: 'An operator’s', shell: 'A shell’s' } as const;

const STATES = {
  valid: ['success', 'Valid'],
  expired: ['neutral', 'Expired'],
  revoked: ['neutral', 'Revoked'],
} as const;

const ownerOf = ({ kind, team, may }: DeployToken) =>
  kind === 'team' ? `Team ${team}: ${may.join(', ')}` : OWNERS[kind];

function State({ token }: { readonly token: DeployToken }) {
  const [tone, text] = STATES[token.state];
  return <Badge $tone={tone}>{text}</Badge>;
}

const column = createColumnHelper<TableFeatures, DeployToken>();

const columns = column.columns([
  column.display({
    id: 'token',
    header: 'Token',
    cell: ({ row: { original: token } }) => <RowTitle id={token.id} title={token.id} more={ownerOf(token)} />,
  }),
  column.display({
    id: 'created_by',
    header: 'Made by',
    cell: ({ row: { original: token } }) => (
      <>
        <OnPhone>made by </OnPhone>
        {token.created_by}
      </>
    ),
  }),
  column.display({
    id: 'last_used_at',
    header: 'Last used',
    cell: ({ row: { original: token } }) => (
      <>
        <OnPhone>Last used: </OnPhone>
        {token.last_used_at ? (
          <time dateTime={token.last_used_at} lang="de">
            {dateTime(token.last_used_at)}
          </time>
        ) : (
          'Never'
        )}
      </>
    ),
  }),
  column.display({
    id: 'expires_at',
    header: 'Expires',
    cell: ({ row: { original: token } }) => (
      <>
        <OnPhone>Expires: </OnPhone>
        {token.expires_at ? <time dateTime={token.expires_at}>{shortDate(token.expires_at)}</time> : 'Never'}
      </>
    ),
  }),
  column.display({ id: 'state', header: 'State', cell: ({ row: { original: token } }) => <State token={token} /> }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: token } }) =>
      token.state === 'valid' && (
        <RowActions id={token.id}>
          <ConfirmedAction
            action="Revoke"
            row={{ id: token.id, title: `${token.id} (${ownerOf(token)})` }}
            question="Revoke this token? Whoever shows it is refused at once; a shell keeps serving what it last read."
            failure="The token could not be revoked. Please try again in a moment."
            run={(id) => asStaff((client) => revokeToken(client, id))}
          />
        </RowActions>
      ),
  }),
]);

/** What pipelines, shells and operators show in place of an account. */
export function TokenList({ tokens }: { readonly tokens: readonly DeployToken[] }) {
  return (
    <Part title="Tokens">
      {tokens.length === 0 ? (
        <EmptyState text="No tokens" />
      ) : (
        <DataTable label="Tokens" columns={columns} rows={tokens} />
      )}
    </Part>
  );
}
