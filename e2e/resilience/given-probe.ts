import { type Page, test } from '@playwright/test';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { type Probe, startProbe } from './probe.ts';

/** Fixtures of the tests of one file. */
export interface GivenProbe {
  readonly platform: OwnPlatform;
  readonly probe: Probe;
}

/** Starts a platform of its own with a probe for the tests of a file. */
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

/** The notice of a server-rendered page whose code does not run. */
export const failedHydration = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Sie können die Seite lesen.' });

/** The versions of the probe that ran in a page. */
export const probesThatRan = (page: Page) =>
  page.evaluate(() => (globalThis as { probesThatRan?: string[] }).probesThatRan ?? []);
