import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { OnPhone, Part } from '../../records/part.tsx';
import { DataTable, type TableFeatures } from '../../records/table/data-table.tsx';
import { RemoteCommand } from '../commands.tsx';
import type { Team } from '../model/platform.ts';

type Row = Team & { readonly id: string };

const column = createColumnHelper<TableFeatures, Row>();

const columns = column.columns([
  column.display({ id: 'name', header: 'Team', cell: ({ row: { original: team } }) => team.name }),
  column.display({
    id: 'remotes',
    header: 'Owns',
    cell: ({ row: { original: team } }) => (
      <>
        <OnPhone>owns </OnPhone>
        {team.remotes.join(', ') || 'nothing'}
      </>
    ),
  }),
  column.display({
    id: 'members',
    header: 'Members',
    cell: ({ row: { original: team } }) => (
      <>
        <OnPhone>Members: </OnPhone>
        {team.members.join(', ') || 'none, tokens only'}
      </>
    ),
  }),
]);

/** Who owns which remotes. */
export function TeamList({ teams }: { readonly teams: readonly Team[] }) {
  return (
    <Part title="Teams">
      {teams.length === 0 ? (
        <EmptyState text="No teams: operators ship everything" />
      ) : (
        <DataTable label="Teams" columns={columns} rows={teams.map((team) => ({ ...team, id: team.name }))} />
      )}
      <p>
        A team ships the remotes that it owns, and no others. Make one, or give it more:{' '}
        <RemoteCommand>team add TEAM --owns NAME[,NAME]</RemoteCommand>
      </p>
    </Part>
  );
}
