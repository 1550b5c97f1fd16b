import { expect, test } from '@playwright/test';
import { rounds } from '../../shared/testing/rounds.ts';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { type FaultyBackend, startFaultyBackend } from './faulty-backend.ts';

const ROUNDS = rounds({ short: 1, long: 5 });
/** No response takes longer: the shell's timeouts allow 14 seconds, and a machine may be busy. */
const LONGEST_MS = 20_000;
/** Pages of every remote, followed by resources. */
const WITH_CONTENT = ['/', '/workshops', '/online-courses', '/course-matrix'];
const FOR_MACHINES = ['/rss.xml', '/sitemap.xml'];
const WITHOUT_CONTENT = '/login';
const FAULTS = ['silent', 'failing', 'garbled', 'cut', 'everything'] as const;

let steady: TestBackend;
let backend: FaultyBackend;
let platform: OwnPlatform;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  steady = await startTestBackend();
  backend = await startFaultyBackend(steady.url);
  platform = await startOwnPlatform({ backend: steady, supabaseUrl: backend.url });
});
test.afterAll(async () => {
  await platform?.stop();
  await backend?.close();
  await steady?.close();
});

/** Resolves with a complete response, and rejects when it does not arrive in time. */
async function ask(address: string) {
  const answer = await fetch(platform.url + address, { signal: AbortSignal.timeout(LONGEST_MS) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() };
}

for (const fault of FAULTS) {
  test(`Reader gets an answer in time while the backend is ${fault === 'everything' ? 'gone' : fault}, and the page once it is not`, async () => {
    test.setTimeout(ROUNDS * 120_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      backend.suffer(fault);
      let failed: Awaited<ReturnType<typeof ask>>[] = [];
      const failing = async () => {
        // One client has four places to render in, and waits for another one less long than a silent backend takes.
        failed = await Promise.all(WITH_CONTENT.map(ask));
        const resources = await Promise.all(FOR_MACHINES.map(ask));
        return [...failed, ...resources].every(({ status }) => status === 503);
      };
      // Cached pages are served until the TTL of the tag versions ends.
      await expect.poll(failing, { timeout: 3 * LONGEST_MS }).toBe(true);
      for (const { body } of failed) expect(body).toContain('Die Daten konnten nicht geladen werden.');
      expect(await ask(WITHOUT_CONTENT)).toMatchObject({ status: 200 });
      for (const probe of ['/healthz', '/platform.json', '/robots.txt']) expect((await ask(probe)).status).toBe(200);

      backend.suffer('none');
      // The shell may still have a connection that the failing backend closed.
      for (const address of [...WITH_CONTENT, ...FOR_MACHINES])
        await expect.poll(async () => (await ask(address)).status, address).toBe(200);
      // The registry is polled each second.
      await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    }
  });
}
