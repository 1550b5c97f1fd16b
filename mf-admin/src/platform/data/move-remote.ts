import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import type { Move } from '../model/move.ts';

interface Wanted {
  readonly remote: string;
  /** The newest entry of its history that the operator has seen. */
  readonly newestMove: number;
  readonly reason: string;
  readonly move: Move;
}

/** Makes a move. Throws `conflict`, in the server's words, when somebody has moved the remote since. */
export async function moveRemote(client: StaffClient, { remote, newestMove, reason, move }: Wanted): Promise<void> {
  unwrapNothing(await client.rpc('move_remote', { remote, newest_move: newestMove, reason, ...move }));
}
