import { test as base } from '@playwright/test';
import { type Probe, startProbe } from '../resilience/probe.ts';
import { type OwnPlatform, startOwnPlatform } from './own-platform.ts';
import { REPORTING } from './shell-memory.ts';

interface Shared {
  /**
   * One platform for all files of a worker that ask for it. They leave its content, its shell and the releases of its
   * remotes as they found them.
   */
  readonly own: OwnPlatform;
  /** A further remote on it, of which each file has versions of its own. */
  readonly probe: Probe;
}

export const test = base.extend<object, Shared>({
  own: [
    async ({ playwright: _ }, use) => {
      const platform = await startOwnPlatform({ nodeArgs: REPORTING, environment: { NODE_ENV: 'production' } });
      await use(platform);
      await platform.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  probe: [
    async ({ own }, use) => {
      const probe = await startProbe(own);
      await use(probe);
      probe.stop();
    },
    { scope: 'worker' },
  ],
});
