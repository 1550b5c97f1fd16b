import { type Page, test } from '@playwright/test';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { type Probe, startProbe } from './probe.ts';

/** What the tests of one file work with. */
export interface GivenProbe {
  readonly platform: OwnPlatform;
  readonly probe: Probe;
}

/** Gives the tests of a file a platform of their own with a probe, for as long as they run. */
export function givenProbe(): GivenProbe {
  let given: GivenProbe | undefined;
  const started = () => {
    if (!given) throw new Error('platform and probe are there within tests only');
    return given;
  };
  test.beforeAll(async () => {
    const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform() });
    given = { platform, probe: await startProbe(platform) };
  });
  test.afterAll(async () => {
    await given?.platform.stop();
    given?.probe.stop();
  });
  return {
    get platform() {
      return started().platform;
    },
    get probe() {
      return started().probe;
    },
  };
}

/** What a reader sees of a page that came rendered, but whose code does not run. */
export const stranded = (page: Page) => page.getByRole('alert').filter({ hasText: 'Sie können die Seite lesen.' });

/** The versions of the probe that ran in a page. */
export const probesThatRan = (page: Page) =>
  page.evaluate(() => (globalThis as { probesThatRan?: string[] }).probesThatRan ?? []);
