/** Installs the dependencies of folders that are new: what `npm start` does, and the lockfile takes the new ones in. */

import { onStop } from '../shared/process/on-stop.mjs';
import { install } from './lib/install.mjs';
import { endRuns } from './lib/run.mjs';

// Who asked for it may want to undo it: nothing must be written any more once this process is gone.
onStop(async () => {
  await endRuns();
  process.exit(1);
});

await install({ isNew: true });
