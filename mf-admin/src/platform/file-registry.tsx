import { Notice } from '@ki/shared/ui/notice.tsx';
import { Part } from '../records/part.tsx';
import { Commands } from './commands.tsx';

const COMMANDS = [
  ['status', 'what is live, since when and by whom'],
  ['promote NAME@VERSION', 'makes a published version live'],
  ['canary NAME@VERSION --percent N', 'live for a share of the visitors; 0 ends it'],
  ['rollback NAME', 'back to what was live before'],
  ['retire NAME', 'out of the platform, until it is promoted again'],
  ['history NAME', 'every move, by whom and why'],
] as const;

/** Where there is nothing to move here: what that means, and what does it instead. */
export function FileRegistry() {
  return (
    <>
      <Notice title="What is live stands in a file of this platform’s machine.">
        That is how a platform begins: commands on that machine move it, with its DATA_DIR. Started with
        REGISTRY=database it keeps that in its database. Then teams ship by themselves, from anywhere, and operators see
        and move everything here. How, says docs/deployment.md.
      </Notice>
      <Part title="Commands">
        <Commands commands={COMMANDS} />
      </Part>
    </>
  );
}
