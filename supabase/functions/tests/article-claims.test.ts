import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated } from './gemini-answers.ts';
import { hang, held, json, type Reply } from './provider-server.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '20000' });
});
afterAll(() => backend.close());

const written = json(200, generated(JSON.stringify({ content: 'Text.', excerpt: 'Anriss.' })));

const idea = (title: string) => ({ ideaId: '1', title, description: 'Worum', value: 'Wozu', keyword: '' });
const ask = (body: object) => backend.post('generate-article', body);
const answerWith = (...replies: Reply[]) => backend.provider.answerWith(...replies);
const asked = () => backend.provider.received.length;

async function postsOf(title: string) {
  const { data } = await backend.staff.from('posts').select('id').eq('title', title);
  return data ?? [];
}

test('a second call after success returns the same draft, which is paid for once', async () => {
  answerWith(written);
  const first = await ask(idea('Zweimal gefragt'));
  // The same for the function, however it is written.
  const { title, ...rest } = idea('Zweimal gefragt');
  const second = await ask({ ...rest, title: `  ${title} `, sources: [] });
  expect(second).toEqual(first);
  expect(first.body).toMatchObject({ success: true, post: { slug: 'zweimal-gefragt' } });
  expect(asked()).toBe(1);
  expect(await postsOf('Zweimal gefragt')).toHaveLength(1);
});

test('a second call while the article is being written is refused and costs nothing', async () => {
  const slow = held(written);
  answerWith(slow.reply);
  const first = ask(idea('Gleichzeitig'));
  await slow.arrived;
  const refused = { success: false, error: 'This article is already being written.' };
  expect(await ask(idea('Gleichzeitig'))).toEqual({ status: 409, body: refused });
  slow.release();
  expect((await first).status).toBe(200);
  expect(asked()).toBe(1);
  expect(await postsOf('Gleichzeitig')).toHaveLength(1);
});

test('a failure releases the claim', async () => {
  answerWith(json(500, {}));
  expect((await ask(idea('Erst misslungen'))).status).toBe(502);
  answerWith(written);
  expect((await ask(idea('Erst misslungen'))).status).toBe(200);
});

test('deleting the draft releases the claim', async () => {
  answerWith(written);
  const first = await ask(idea('Gelöscht'));
  const [post] = await postsOf('Gelöscht');
  await backend.staff
    .from('posts')
    .delete()
    .eq('id', post?.id ?? '');
  const second = await ask(idea('Gelöscht'));
  expect(second.status).toBe(200);
  expect(second.body).not.toEqual(first.body);
  expect(asked()).toBe(2);
});

test('another account, or another idea, is another claim', async () => {
  answerWith(written);
  const [mine, other] = [await ask(idea('Geteilt')), await ask({ ...idea('Geteilt'), keyword: 'Kurs' })];
  expect([mine.status, other.status]).toEqual([200, 200]);
  await backend.database.query(
    "insert into private.staff (user_id) select id from auth.users where email = 'fremd@example.com'",
  );
  const theirs = await backend.post('generate-article', idea('Geteilt'), backend.strangerToken);
  await backend.database.query(
    "delete from private.staff where user_id = (select id from auth.users where email = 'fremd@example.com')",
  );
  expect(theirs.status).toBe(200);
  expect(await postsOf('Geteilt')).toHaveLength(3);
});

test('the claim of a killed function can be claimed again after ten minutes', async () => {
  const dying = held(hang);
  answerWith(dying.reply);
  const first = ask(idea('Gestorben'));
  await dying.arrived;
  await backend.killFunctions();
  expect((await first).status).toBe(502);
  const claim = () => backend.staff.rpc('claim_article', { idea: idea('Gestorben') });
  const whole = { ...idea('Gestorben'), sources: [] };
  expect((await backend.staff.rpc('claim_article', { idea: whole })).error?.code).toBe('PT409');
  expect((await claim()).error).toBeNull();
  await backend.database.execute("update private.article_claims set claimed_at = now() - interval '11 minutes'");
  const { data, error } = await backend.staff.rpc('claim_article', { idea: whole });
  expect(error).toBeNull();
  expect(data).toMatchObject([{ receipt: expect.any(String), id: null }]);
});
