import { randomUUID } from 'node:crypto';
import { rounds } from '../../shared/testing/rounds.ts';
import { expect, test } from '../platform/fixtures.ts';
import { editorClient } from '../platform/sign-in.ts';

const POSTS = rounds({ short: 30, long: 500 });
const AT_ONCE = 10;

test('Editor moves in, and each address of the old site is one hop away from its post', async ({ own, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: own.url, maxRedirects: 0 });
  const client = await editorClient(request, own.url);
  const posts = Array.from({ length: POSTS }, (_, n) => ({
    title: `Umzug ${n}`,
    slug: `umzug-${n}`,
    content: 'Text',
    published_at: '2019-05-01T10:00:00Z',
    // As a browser sends them: permalinks with a slash at their end, short addresses, files.
    former: [`/2019/05/umzug-${n}/`, `/?p=${100_000 + n}`, `/texte/umzug-${n}.html`],
  }));
  const entries = posts.map(({ former, ...post }) => ({
    ...post,
    addresses: former.map((address) => address.replace(/(.)\/$/, '$1')),
  }));
  const id = randomUUID();
  await client.rpc('stage_import', { import: id, first: 1, entries }).throwOnError();
  const run = async (plan: string | null) =>
    (await client.rpc('run_import', { target: 'posts', import: id, plan }).throwOnError()).data;
  try {
    expect(await run((await run(null)).plan)).toMatchObject({ done: true });
    const answerAt = async (address: string) => {
      const answer = await request.get(address);
      return [answer.status(), answer.headers().location];
    };
    await expect.poll(() => answerAt('/2019/05/umzug-0')).toEqual([308, '/post/umzug-0']);
    for (let first = 0; first < POSTS; first += AT_ONCE) {
      const checked = posts.slice(first, first + AT_ONCE).map(async ({ slug, former }) => {
        const to = `/post/${slug}`;
        expect(await Promise.all(former.map(answerAt)), slug).toEqual(former.map(() => [308, to]));
        expect((await request.get(to)).status(), slug).toBe(200);
      });
      await Promise.all(checked);
    }
  } finally {
    await own.backend.database.execute("delete from posts where slug like 'umzug-%'");
    await request.dispose();
  }
});
