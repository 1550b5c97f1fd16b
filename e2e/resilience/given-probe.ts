import type { Page } from '@playwright/test';
import type { OwnPlatform } from '../platform/own-platform.ts';
import { test } from '../platform/shared-platform.ts';
import type { Probe } from './probe.ts';

/** Fixtures of the tests of one file. */
export interface GivenProbe {
  readonly platform: OwnPlatform;
  readonly probe: Probe;
}

/** The shared platform with a probe, for the tests of a file. */
export function givenProbe(): GivenProbe {
  let given: GivenProbe | undefined;
  const started = () => {
    if (!given) throw new Error('platform and probe are there within tests only');
    return given;
  };
  test.beforeAll(({ own, probe }) => {
    given = { platform: own, probe };
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
