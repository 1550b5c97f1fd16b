import { Notice } from '@ki/shared/ui/notice.tsx';
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
        That is how a platform begins. It is moved by commands on that machine, with its DATA_DIR. With
        REGISTRY=database it stands in the database instead, and is seen and moved here: docs/deployment.md says how,
        and what teams and tokens are for.
      </Notice>
      <Commands commands={COMMANDS} />
    </>
  );
}
