import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import type { Release } from '../../shell/registry/schema.ts';
import { localStore } from '../../shell/registry/store/open-store.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { REPORTING, shellMemory, workersMemory } from '../platform/shell-memory.ts';

const PAGES = ['/', '/suche', '/workshops'];
const MOST_GROWTH = 1.3;

let platform: OwnPlatform;
test.beforeEach(async () => {
  platform = await startOwnPlatform({
    dataDir: dataDirOfPlatform(),
    nodeArgs: REPORTING,
  });
});
test.afterEach(() => platform.stop());

/** Stores a version with another server bundle and the same files for browsers. */
async function storeVariant(live: Release, version: string): Promise<Release> {
  const [from, to] = [live.version, version].map((one) => path.join(localStore(platform.dataDir), live.name, one)) as [
    string,
    string,
  ];
  await mkdir(path.join(to, 'server'), { recursive: true });
  await symlink(path.join(from, 'web'), path.join(to, 'web'));
  const code = Buffer.concat([await readFile(path.join(from, live.server.path)), Buffer.from(`// ${version}\n`)]);
  await writeFile(path.join(to, live.server.path), code);
  return { ...live, version, server: { ...live.server, integrity: integrityOf(code), size: code.length } };
}

/** Resident memory of the shell after a garbage collection, and of its workers. */
const memory = async () => ({
  ...(await shellMemory(platform.dataDir)),
  workers: await workersMemory(platform.dataDir),
});

test('The shell frees the memory of versions that are no longer live', { tag: '@one-generation' }, async ({
  request,
}) => {
  test.setTimeout(300_000);
  const live = (await platform.registry.read()).remotes['mf-blog']?.live;
  if (!live) throw new Error('mf-blog is not live');

  const swap = async (index: number) => {
    const release = await storeVariant(live, `1.0.0-swap${index}`);
    await platform.registry.publish(release);
    await platform.registry.promote(release, { author: 'test', reason: '' });
    await platform.inForce();
    for (const page of PAGES) {
      const answer = await request.get(`${platform.url}${page}`);
      expect(await answer.text()).toContain(release.version);
    }
    await rm(path.join(localStore(platform.dataDir), live.name, `1.0.0-swap${index - 5}`), {
      recursive: true,
      force: true,
    });
  };

  for (let index = 1; index <= 5; index += 1) await swap(index);
  const early = await memory();
  for (let index = 6; index <= 100; index += 1) await swap(index);
  const late = await memory();
  expect(late.heapUsed + late.external).toBeLessThan(MOST_GROWTH * (early.heapUsed + early.external));
  // Allocators of other systems may keep freed memory, so that their resident memory proves no leak.
  if (process.platform !== 'linux') return;
  expect(late.rss).toBeLessThan(MOST_GROWTH * early.rss);
  expect(early.workers).toBeGreaterThan(0);
  expect(late.workers).toBeLessThan(MOST_GROWTH * early.workers);
});
