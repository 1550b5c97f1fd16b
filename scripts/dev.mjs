/**
 * `pnpm dev`: brings everything up with hot reload. `dev.mjs mf-blog`, which is `pnpm --filter mf-blog dev`: that remote
 * alone.
 */

import { developPlatform } from './lib/develop-platform.mjs';
import { developRemote } from './lib/develop-remote.mjs';
import { keepUp } from './lib/keep-up.mjs';

const [, , name] = process.argv;
keepUp(name ? developRemote(name, process.env) : developPlatform(process.env));
