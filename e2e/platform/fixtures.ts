import { test as base } from '@playwright/test';
import { jumpingClock } from '../../shared/testing/jumping-clock.ts';
import { startTestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { type FaultyBackend, startFaultyBackend } from '../reliability/faulty-backend.ts';
import { type Probe, startProbe } from '../resilience/probe.ts';
import { type OwnPlatform, startOwnPlatform } from './own-platform.ts';
import { findPages, isTemplate, type PublicPage } from './public-pages.ts';
import { shellPid } from './shell-memory.ts';

export interface SharedPlatform extends OwnPlatform {
  /** Between shell, browsers and the backend. */
  readonly line: FaultyBackend;
  /** Sets the clock of the shell to an offset from the real time, in milliseconds. */
  readonly setClock: (offset: number) => Promise<void>;
}

/** Each exists once in a worker, from its first use on. A worker goes on while the files that it runs have the same ones. */
interface Shared {
  /** A platform whose content, shell, clock and releases of remotes each test leaves as it found them. */
  readonly own: SharedPlatform;
  /** A further remote on it, of which each file has versions of its own. */
  readonly probe: Probe;
  readonly allPages: readonly PublicPage[];
}

interface Pages {
  /**
   * In `npm test` one page for each template. In `npm run test:all` all pages, but for a test tagged `@pages`, which both
   * run: the pages that `npm test` leaves out.
   */
  readonly publicPages: readonly PublicPage[];
  readonly templates: readonly PublicPage[];
}

export const test = base.extend<Pages, Shared>({
  own: [
    async ({ playwright: _ }, use) => {
      const clock = jumpingClock();
      const backend = await startTestBackend();
      const line = await startFaultyBackend(backend.url);
      const environment = { ...clock.environment, NODE_ENV: 'production' };
      const { nodeArgs } = clock;
      const platform = await startOwnPlatform({ backend, supabaseUrl: line.url, nodeArgs, environment });
      const setClock = async (offset: number) => clock.set(await shellPid(platform.dataDir), offset);
      await use({ ...platform, line, setClock });
      await platform.stop();
      await line.close();
      await backend.close();
      clock.remove();
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
  allPages: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      await use(await findPages(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  templates: async ({ allPages }, use) => use(allPages.filter(isTemplate)),
  publicPages: async ({ allPages, templates }, use, { project, tags }) => {
    if (project.name === 'smoke') return use(templates);
    const isForTwo = project.name === 'full' && tags.includes('@pages');
    return use(isForTwo ? allPages.filter((page) => !isTemplate(page)) : allPages);
  },
});

export { expect } from '@playwright/test';
