import { onPhone, Part } from '../kit/part.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import type { Team } from './model/platform.ts';
import { RemoteCommand } from './remote-command.tsx';

type Row = Team & { readonly id: string };

const columns = columnsOf<Row>([
  ['name', 'Team', (team) => team.name],
  ['remotes', 'Owns', (team) => onPhone('owns ', team.remotes.join(', ') || 'nothing')],
  ['members', 'Members', (team) => onPhone('Members: ', team.members.join(', ') || 'none, tokens only')],
]);

export const TeamList = ({ teams }: { readonly teams: readonly Team[] }) => (
  <Part title="Teams">
    <DataTable
      label="Teams"
      columns={columns}
      rows={teams.map((team) => ({ ...team, id: team.name }))}
      empty="No teams: operators ship everything"
    />
    <p>
      A team ships the remotes that it owns, and no others. Make one, or give it more:{' '}
      <RemoteCommand>team add TEAM --owns NAME[,NAME]</RemoteCommand>
    </p>
  </Part>
);
