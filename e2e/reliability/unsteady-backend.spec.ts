import { rounds } from '../../shared/testing/rounds.ts';
import { expect, test } from '../platform/fixtures.ts';

const ROUNDS = rounds({ short: 1, long: 5 });
/** No response takes longer: the shell's timeouts allow 14 seconds, and a machine may be busy. */
const LONGEST_MS = 20_000;
/** Pages of every remote, followed by resources. */
const WITH_CONTENT = ['/', '/workshops', '/online-courses', '/course-matrix'];
const FOR_MACHINES = ['/rss.xml', '/sitemap.xml'];
const WITHOUT_CONTENT = '/login';
const FAULTS = ['silent', 'failing', 'garbled', 'cut', 'everything'] as const;
const NAME = 'Zuletzt bekannt';

for (const fault of FAULTS) {
  test(`Reader gets an answer in time while the backend is ${fault === 'everything' ? 'gone' : fault}, and the page once it is not`, async ({
    own,
  }) => {
    test.setTimeout(ROUNDS * 120_000);
    /** Resolves with a complete response, and rejects when it does not arrive in time. */
    const ask = async (address: string) => {
      const answer = await fetch(own.url + address, { signal: AbortSignal.timeout(LONGEST_MS) });
      return { status: answer.status, body: await answer.text() };
    };
    const editor = await own.editor();
    const { data: site } = await editor.from('site').select('name, short_name').single().throwOnError();
    const rename = (values: object) => editor.from('site').update(values).neq('name', '').throwOnError();
    await rename({ name: NAME, short_name: NAME });
    await expect.poll(async () => (await ask('/')).body).toContain(NAME);
    for (let round = 0; round < ROUNDS; round += 1) {
      own.line.suffer(fault);
      let failed: Awaited<ReturnType<typeof ask>>[] = [];
      const failing = async () => {
        // One client has four places to render in, and waits for another one less long than a silent backend takes.
        failed = await Promise.all(WITH_CONTENT.map(ask));
        const resources = await Promise.all(FOR_MACHINES.map(ask));
        return [...failed, ...resources].every(({ status }) => status === 503);
      };
      // Cached pages are served until the TTL of the tag versions ends.
      await expect.poll(failing, { timeout: 3 * LONGEST_MS }).toBe(true);
      for (const { body } of failed) {
        expect(body).toContain('Die Daten konnten nicht geladen werden.');
        expect(body).toMatch(new RegExp(`<title>[^<]*${NAME}</title>.*<header.*${NAME}.*</header>`, 's'));
      }
      expect(await ask(WITHOUT_CONTENT)).toMatchObject({ status: 200 });
      for (const probe of ['/healthz', '/platform.json', '/robots.txt']) expect((await ask(probe)).status).toBe(200);

      own.line.suffer('none');
      // The shell may still have a connection that the failing backend closed.
      for (const address of [...WITH_CONTENT, ...FOR_MACHINES])
        await expect.poll(async () => (await ask(address)).status, address).toBe(200);
      // The registry is polled each second.
      await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    }
    await rename(site);
  });
}
