import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../platform/fixtures.ts';
import { containerOf, failedHydration, lazilyLoading, moduleOf, probesThatRan, saying } from './probe.ts';

/** Headers of the connection, not of the response. */
const OF_THE_CONNECTION = ['content-encoding', 'content-length', 'connection', 'keep-alive', 'transfer-encoding'];

/**
 * A proxy in front of the platform that changes documents. Playwright's `route.fulfill` does not work here: Chromium lets
 * such a page load nothing from loopback, whatever its hashes say.
 */
async function changedDocuments(platform: string, change: (html: string) => string) {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(platform + url);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name)));
    const isDocument = headers['content-type']?.startsWith('text/html');
    response.writeHead(answer.status, headers);
    response.end(isDocument ? change(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('An entry does not run in a page that states no or an empty hash for it, and runs in any other', async ({
  page,
  own,
  probe,
}) => {
  probe.publish('1', { module: saying('Probe 1') });
  await probe.promote('1');
  let instead: string | null = null;
  const changed = await changedDocuments(own.url, (html) =>
    instead === null ? html : html.replace(/"integrity":"sha384-[^"]+",("routes":\["\/probe)/, instead),
  );
  await page.goto(`${changed.url}/probe`);
  await expect.poll(() => probesThatRan(page)).toEqual(['1']);
  for (const stated of ['$1', '"integrity":"",$1']) {
    instead = stated;
    const document = await page.reload();
    expect(await document?.text()).not.toMatch(/sha384-[^"]+","routes":\["\/probe/);
    await expect(failedHydration(page)).toBeVisible();
    expect(await probesThatRan(page)).toEqual([]);
  }
  changed.close();
});

test('A chunk does not run when the code that asks for it states no hash', async ({ page, own, probe }) => {
  probe.publish('2', {
    module: saying('Probe 2'),
    browserModule: lazilyLoading(probe.chunkAddress('2'), ''),
    chunk: 'globalThis.probesThatRan.push("chunk"); globalThis.ProbePage = () => "Probe 2, lebendig";',
  });
  await probe.promote('2');
  await page.goto(`${own.url}/probe`);
  await expect(failedHydration(page)).toBeVisible();
  expect(await probesThatRan(page)).toEqual(['2']);
});

const NEEDS_RUNTIME = 'if (!globalThis._FEDERATION_RUNTIME_CORE?.ModuleFederation) throw new Error("no runtime");';

for (const [version, what, protocol, before, runtimes] of [
  ['6', 'the protocol gets the singletons, and no page loads a runtime for it', undefined, '', 0],
  ['7', 'another build gets the singletons from the runtime of Module Federation', null, NEEDS_RUNTIME, 1],
] as const) {
  test(`A container of ${what}`, async ({ page, own, probe }) => {
    const showing = moduleOf("Component: () => 'Probe: ' + globalThis.shared");
    const keepingScope = containerOf(showing, 'shared').replace(
      'init() {}',
      'init(scope) { globalThis.shared = Object.keys(scope).sort().join(" "); }',
    );
    probe.publish(version, { module: saying('Probe'), entry: before + keepingScope, protocol });
    await probe.promote(version);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${own.url}/probe`);
    for (const name of ['react', 'react-dom', 'react-router-dom', 'styled-components'])
      await expect(page.getByText(/^Probe: /)).toContainText(name);
    expect(requested.filter((address) => address.includes('federation-runtime'))).toHaveLength(runtimes);
    expect(await probesThatRan(page)).toEqual(['shared']);
  });
}
