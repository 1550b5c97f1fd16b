import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { connect, staffClient } from '../data/clients.ts';
import { sessionStore, setPassword, signIn, signUp } from './session-store.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  connect({ url: backend.url, key: backend.publishableKey });
});
afterAll(() => backend.close());

test('a sign-up that was within the limit signs in, too, though no further request is', async () => {
  const limited = await startTestBackend({ authRateLimit: 1 });
  onTestFinished(limited.close);
  onTestFinished(() => connect({ url: backend.url, key: backend.publishableKey }));
  connect({ url: limited.url, key: limited.publishableKey });
  expect(await signUp('neu@example.com', 'geheim-genug', { signsIn: true })).toBeNull();
  expect(sessionStore.getState()).toMatchObject({ status: 'signed-in', user: { email: 'neu@example.com' } });
  expect((await (await staffClient()).auth.getUser()).data.user?.email).toBe('neu@example.com');
  expect(await signUp('noch@example.com', 'geheim-genug', { signsIn: true })).toBe('Request rate limit reached');
  expect(await limited.database.query("select from auth.users where email = 'noch@example.com'")).toEqual([]);
});

test.each([408, 429, 500, 502, 503, 504, 520, 0])(
  'a refresh that fails by %i ends no session that is still good',
  async (status) => {
    let failed = 0;
    const send = globalThis.fetch;
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) => {
      if (!String(sent[0]).includes('grant_type=refresh_token') || failed > 0) return send(...sent);
      failed += 1;
      if (status === 0) return Promise.reject(new TypeError('fetch failed'));
      const refusal = { code: status, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' };
      return Promise.resolve(Response.json(refusal, { status }));
    });
    expect(await signUp(`bleibt-${status}@example.com`, 'geheim-genug', { signsIn: true })).toBeNull();
    const client = await staffClient();
    const before = (await client.auth.getSession()).data.session;
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(failed).toBe(1);
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(sessionStore.getState().status).toBe('signed-in');
  },
);

test('a password is the same however a keyboard writes its letters, when it is chosen, changed and asked for', async () => {
  const forms = (password: string) => [password.normalize('NFC'), password.normalize('NFD')] as const;
  const [[first, firstApart], [second, secondApart]] = [forms('Grüße über'), forms('Schöne Tür')];
  const email = 'apart@example.com';
  expect(await signUp(email, firstApart)).toBeNull();
  expect([await signIn(email, first), await signIn(email, firstApart)]).toEqual([null, null]);
  expect(await setPassword(email, secondApart)).toBeNull();
  expect([await signIn(email, second), await signIn(email, secondApart)]).toEqual([null, null]);
  expect(await signIn(email, first)).toBe('Invalid login credentials');
  const { auth } = await staffClient();
  await auth.updateUser({ password: firstApart });
  expect([await signIn(email, firstApart), await signIn(email, first)]).toEqual([null, 'Invalid login credentials']);
});

test('where sign-up is closed, whoever signs up reads so', async () => {
  await backend.database.query("update private.settings set sign_up = 'closed'");
  expect(await signUp('spaet@example.com', 'geheim-genug')).toBe('Sign-up is closed.');
});
