import { expect, type Page } from '@playwright/test';
import { test } from '../platform/shared-platform.ts';
import { givenProbe, probesThatRan } from './given-probe.ts';
import { containerOf } from './probe.ts';

const given = givenProbe();

const SINGLETONS = ['react', 'react-dom', 'react-router-dom', 'styled-components'];

/** A module whose page shows text that is computed when the router renders it. */
const showing = (expression: string) =>
  `{ contract: 2, id: 'mf-probe', routes: [{ id: 'probe', path: '/probe', handle: { hydrate: 'load' }, Component: () => ${expression} }] }`;

/** A container that keeps the share scope, and shows which of its modules a host gave. */
const keepingScope = (protocol: number | null | undefined, before = '') => ({
  module: showing("'Probe'"),
  entry: `${before}${containerOf(showing("'Probe: ' + globalThis.shared"), 'shared').replace(
    'init() {}',
    'init(scope) { globalThis.shared = Object.keys(scope).sort().join(" "); }',
  )}`,
  ...(protocol === undefined ? {} : { protocol }),
});

const runtimesOf = (page: Page) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('federation-runtime')) requested.push(request.url());
  });
  return requested;
};

test('A container of the protocol gets the singletons, and no page loads a runtime for it', async ({ page }) => {
  given.probe.publish('c1', keepingScope(undefined));
  await given.probe.promote('c1');
  const runtimes = runtimesOf(page);
  await page.goto(`${given.platform.url}/probe`);
  for (const name of SINGLETONS) await expect(page.getByText(/^Probe: /)).toContainText(name);
  expect(runtimes).toEqual([]);
});

test('A container of another build gets the singletons from the runtime of Module Federation', async ({ page }) => {
  const needsRuntime = 'if (!globalThis._FEDERATION_RUNTIME_CORE?.ModuleFederation) throw new Error("no runtime");';
  given.probe.publish('c2', keepingScope(null, needsRuntime));
  await given.probe.promote('c2');
  const runtimes = runtimesOf(page);
  await page.goto(`${given.platform.url}/probe`);
  for (const name of SINGLETONS) await expect(page.getByText(/^Probe: /)).toContainText(name);
  expect(runtimes).toHaveLength(1);
  expect(await probesThatRan(page)).toEqual(['shared']);
});
