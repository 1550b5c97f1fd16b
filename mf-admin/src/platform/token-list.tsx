import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { Moment, onPhone, Part } from '../kit/part.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import { RowActions, RowTitle } from '../kit/table/row.tsx';
import { ConfirmedAction } from '../versions/delete-button.tsx';
import { revokeToken } from './data/platform.ts';
import type { DeployToken } from './model/platform.ts';

const OWNERS = {
  operator: 'An operator’s',
  shell: 'A shell’s',
  pictures: 'For the sizes of pictures',
  sources: 'For reading sources of articles',
} as const;

const STATES = {
  valid: ['success', 'Valid'],
  /** A shell's, for less than 30 days more. */
  ending: ['warning', 'Ends soon'],
  expired: ['neutral', 'Expired'],
  revoked: ['neutral', 'Revoked'],
} as const;

const ownerOf = ({ kind, team, may }: DeployToken) =>
  kind === 'team' ? `Team ${team}: ${may.join(', ')}` : OWNERS[kind];

function State({ token }: { readonly token: DeployToken }) {
  const [tone, text] = STATES[token.state];
  return <Badge $tone={tone}>{text}</Badge>;
}

const columns = columnsOf<DeployToken>([
  ['token', 'Token', (token) => <RowTitle id={token.id} title={token.id} more={ownerOf(token)} />],
  ['created_by', 'Made by', (token) => onPhone('made by ', token.created_by)],
  [
    'last_used_at',
    'Last used',
    (token) => onPhone('Last used: ', token.last_used_at ? <Moment at={token.last_used_at} /> : 'Never'),
  ],
  [
    'expires_at',
    'Expires',
    (token) =>
      onPhone(
        'Expires: ',
        token.expires_at ? <time dateTime={token.expires_at}>{shortDate(token.expires_at)}</time> : 'Never',
      ),
  ],
  ['state', 'State', (token) => <State token={token} />],
  [
    'actions',
    'Actions',
    (token) =>
      (token.state === 'valid' || token.state === 'ending') && (
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
  ],
]);

export const TokenList = ({ tokens }: { readonly tokens: readonly DeployToken[] }) => (
  <Part title="Tokens">
    <DataTable label="Tokens" columns={columns} rows={tokens} empty="No tokens" />
  </Part>
);
