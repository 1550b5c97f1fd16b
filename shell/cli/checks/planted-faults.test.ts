import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { singletonVersions } from '@ki/shared/federation/runtime.ts';
import { folderOfFile, folderOfTest } from '@ki/shared/testing/folder.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { build, ToolFailure } from '../../build/build.ts';
import { ROOT } from '../../build/workspace.ts';
import { NO_KEYS } from '../../registry/provenance/keys.ts';
import { openStore, storeSettings } from '../../registry/store/open-store.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { buildInto, publish } from '../publish.ts';
import { BY_RECORD, FAULTY, GOOD, REFUSED, REFUSED_FILES, REFUSED_PAGE, sourceOf } from '../testing/faulty-pages.ts';
import { writeRemote } from '../testing/write-remote.ts';
import { check, type Finding } from './check.ts';

const LONGEST_MS = 300_000;

let backend: RegistryBackend;
let site: ReturnType<typeof createServer>;
beforeAll(async () => {
  backend = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
  // A shell that has no pictures.
  const platform = {
    supabase: backend.access.supabase,
    generations: [{ contract: CONTRACT, singletons: singletonVersions() }],
  };
  site = createServer((request, response) => {
    if (request.url === '/platform.json') response.end(JSON.stringify(platform));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  vi.stubEnv('SITE_URL', `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
}, LONGEST_MS);
afterAll(async () => {
  vi.unstubAllEnvs();
  site.closeAllConnections();
  site.close();
  await backend.close();
});

/** Publishes what a folder holds, and checks it. */
async function checked(root: string, name: string): Promise<readonly Finding[]> {
  const dataDir = path.join(root, '.data');
  const store = storeSettings({}, dataDir, root);
  const { release } = await publish(root, await openStore(store), name);
  await backend.registry.publish(release);
  const published = await backend.registry.readRelease(release.name, release.version);
  return check({ dataDir, registry: backend.registry, store, trustedKeys: NO_KEYS }, { release, published });
}

describe('check', () => {
  let said: readonly string[];
  const place = folderOfFile();
  beforeAll(async () => {
    const pages = Object.entries({ ...FAULTY, ...GOOD, ...BY_RECORD }).map(
      ([name, page]) => [name, sourceOf(page)] as const,
    );
    const name = await writeRemote(
      place,
      Object.fromEntries(pages),
      {},
      { record: '/record/:id', nowhere: '/nowhere/:id' },
    );
    said = (await checked(place, name)).map(({ check: of, state, detail }) => `${state} ${of} ${detail}`);
  }, LONGEST_MS);
  const saidOf = (page: string) => said.filter((line) => new RegExp(`^failed \\w+ /${page}[: ]`).test(line));

  test.each(Object.entries(FAULTY))('names %s with its page', (page, faulty) => {
    expect(saidOf(page)).toContainEqual(expect.stringContaining(faulty.said));
  });

  test.each(Object.keys(GOOD))('says nothing of %s', (page) => {
    expect(saidOf(page)).toEqual([]);
  });

  test('looks at an address with a parameter that a page links to', () => {
    expect(saidOf('record/7')).toContainEqual(expect.stringContaining('style="color:red" of <p>'));
  });
});

test('build ends with each source of a file that no page may load, of a worker, and of an environment variable', async () => {
  const root = folderOfTest();
  const name = await writeRemote(root, { page: REFUSED_PAGE }, REFUSED_FILES);
  const refused = await buildInto(root, name, path.join(root, 'built')).catch((error: unknown) => error);
  const { output } = refused instanceof ToolFailure ? refused : expect.fail(String(refused));
  for (const [source, said] of REFUSED) expect(output).toContain(`${source} ${said}`);
});
