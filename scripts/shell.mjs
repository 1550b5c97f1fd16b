/** `pnpm shell`: one shell alone, for a Supabase project and remotes that are elsewhere; keeps it up. */

import { keepUp } from './lib/keep-up.mjs';
import { startShellAlone } from './lib/shell-alone.mjs';

keepUp(startShellAlone(process.env));
