/** Installs the dependencies of folders that are new: what `npm start` does, and the lockfile takes the new ones in. */

import { install } from './lib/install.mjs';

await install({ isNew: true });
