/** `npm start`: brings the whole platform up on loopback and keeps it up. */

import { keepUp } from './lib/keep-up.mjs';
import { startPlatform } from './lib/platform.mjs';

keepUp(startPlatform(process.env));
