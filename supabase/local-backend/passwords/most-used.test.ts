import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';
import { mostUsed } from './most-used.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const INVITED = 'is-invited@example.com';

let backend: FixtureBackend;
beforeAll(async () => {
  backend = await startFixtureBackend();
});
afterAll(() => backend.close());

const signUp = (email: string, password: string) => backend.send('/auth/v1/signup', { json: { email, password } });

test('the list has 10,000 passwords of at least six characters, and is the one that the README names', () => {
  expect(mostUsed.size).toBe(10_000);
  expect([...mostUsed].filter((word) => word.length < 6 || word !== word.toLowerCase())).toEqual([]);
  const hash = createHash('sha256')
    .update(gunzipSync(read('most-used.txt.gz')))
    .digest('hex');
  expect(read('README.md').toString()).toContain(`| SHA-256 of the unpacked list | \`${hash}\` |`);
});

test.each(['password1', 'Password1', 'passwort'])('whoever is invited does not sign up with %s', async (password) => {
  const refused = await signUp(INVITED, password);
  expect([refused.status, await refused.json()]).toEqual([
    422,
    {
      code: 422,
      error_code: 'weak_password',
      msg: 'Password is known to be weak and easy to guess, please choose a different one.',
      weak_password: { reasons: ['pwned'] },
    },
  ]);
});

test('whoever is not invited signs up with six characters of their choice, and signs in', async () => {
  expect((await signUp('stranger@example.com', '123456')).status).toBe(200);
  const json = { email: 'stranger@example.com', password: '123456' };
  expect((await backend.send('/auth/v1/token?grant_type=password', { json })).status).toBe(200);
});

test('an invited account takes no most used password later, and takes another', async () => {
  const { access_token } = await (await signUp(INVITED, 'ganz eigenes Wort')).json();
  const change = (body: object, authorization = `Bearer ${access_token}`) =>
    backend.send('/auth/v1/user', { method: 'PUT', headers: { authorization }, body: JSON.stringify(body) });
  await backend.database.execute(`create or replace function private.wants_strong_password(address text, account uuid)
    returns boolean language sql stable as $$ select account is not null $$`);
  const refused = await change({ password: 'iloveyou' });
  expect([refused.status, (await refused.json()).error_code]).toEqual([422, 'weak_password']);
  expect((await change({ password: 'noch ein Wort' })).status).toBe(200);
});
