import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { color, font, size, space } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import styled from 'styled-components';
import { Pair } from '../kinds/form-fields.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { Moment, onPhone, Part } from '../kit/part.tsx';
import { SecretForm } from '../kit/secret-form.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import { RowActions, RowTitle } from '../kit/table/row.tsx';
import { ConfirmedAction } from '../versions/delete-button.tsx';
import { createToken, revokeToken } from './data/platform.ts';
import type { DeployToken, Team } from './model/platform.ts';

type TeamRow = Team & { readonly id: string };

const teamColumns = columnsOf<TeamRow>([
  ['name', 'Team', (team) => team.name],
  ['remotes', 'Owns', (team) => onPhone('owns ', team.remotes.join(', ') || 'nothing')],
  ['members', 'Members', (team) => onPhone('Members: ', team.members.join(', ') || 'none, tokens only')],
]);

export const TeamList = ({ teams }: { readonly teams: readonly Team[] }) => (
  <Part title="Teams">
    <DataTable
      label="Teams"
      columns={teamColumns}
      rows={teams.map((team) => ({ ...team, id: team.name }))}
      empty="No teams: operators ship everything"
    />
    <p>
      A team ships the remotes that it owns, and no others. Make one, or give it more:{' '}
      <RemoteCommand>team add TEAM --owns NAME[,NAME]</RemoteCommand>
    </p>
  </Part>
);

const REMOTE = 'npx --yes pnpm@12.21.0 remote';

const Code = styled.code`
  display: block;
  inline-size: fit-content;
  margin-block-start: ${space[1]};
  padding: 0.125rem 0.375rem;
  border-radius: 0.25rem;
  background: ${color.sunken};
  font-family: ${font.code};
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

export const RemoteCommand = ({ children }: { readonly children: string }) => <Code>{`${REMOTE} ${children}`}</Code>;

const SHELL = '';
const TEAM_DAYS = 90;
const SHELL_DAYS = 366;

export function TokenForm({ teams }: { readonly teams: readonly Team[] }) {
  const [owner, setOwner] = useState(SHELL);
  const isTeam = owner !== SHELL;
  return (
    <SecretForm
      title="New token"
      submit="Create Token"
      create={async (input) => {
        const request = { team: String(input.get('owner')) || null, days: Number(input.get('days')) };
        const variable = request.team === null ? 'SHELL_TOKEN' : 'REMOTE_TOKEN';
        return {
          title: 'The token is made.',
          advice: `It is shown this once. Whoever has it has its rights: put it among secrets, as ${variable}.`,
          label: 'Token',
          secret: await asStaff((client) => createToken(client, request)),
          copy: 'Copy Token',
        };
      }}
    >
      <Pair>
        <SelectField label="For" name="owner" value={owner} onChange={({ target }) => setOwner(target.value)}>
          <option value={SHELL}>A shell</option>
          {teams.map(({ name }) => (
            <option key={name} value={name}>
              Team {name}
            </option>
          ))}
        </SelectField>
        <TextField
          key={isTeam ? 'team' : 'shell'}
          label="Days"
          name="days"
          type="number"
          min={1}
          max={366}
          defaultValue={isTeam ? TEAM_DAYS : SHELL_DAYS}
          hint="How long it is valid"
          required
        />
      </Pair>
      {isTeam && (
        <p>
          It may publish. A token that may canary (for up to 25 percent of the visitors) or promote, too, is made on the
          command line, with an operator’s token:{' '}
          <RemoteCommand>{`token create --team ${owner} --may RIGHTS`}</RemoteCommand>
        </p>
      )}
    </SecretForm>
  );
}

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
