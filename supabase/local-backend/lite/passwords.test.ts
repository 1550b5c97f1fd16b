import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import bcrypt from 'bcryptjs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readAuthSettings } from '../configuration.ts';
import { type FixtureBackend, fixtureBackend, password, startFixtureBackend } from '../fixtures/backend.ts';
import { mostUsed } from '../passwords/most-used.ts';

const backend = fixtureBackend();

const signUp = (email: string, password: string) => backend.ask('/auth/v1/signup', { json: { email, password } });
const signIn = (json: object, path = 'token') => backend.ask(`/auth/v1/${path}?grant_type=password`, { json });
const changed = (token: string, password: string, { ask }: Pick<FixtureBackend, 'ask'> = backend) =>
  ask('/auth/v1/user', { method: 'PUT', token, body: JSON.stringify({ password }) });

describe('a hash', () => {
  /** A cost that takes the library several of its slices. */
  const COST = 12;

  /** How often other work gets its turn until a promise settles. */
  async function turnsDuring(work: Promise<unknown>): Promise<number> {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    await work;
    clearImmediate(next);
    return turns;
  }

  test('is computed and compared while the process does other work', async () => {
    const hashed = bcrypt.hash(password, COST);
    expect(await turnsDuring(hashed)).toBeGreaterThan(50);
    expect(await turnsDuring(bcrypt.compare(password, await hashed))).toBeGreaterThan(50);
  });

  test('is compared there by a sign-in, and a wrong password fails', async () => {
    const compare = vi.spyOn(bcrypt, 'compare');
    const account = { email: 'a@example.com', password };
    await signUp(account.email, password);
    expect((await signIn(account)).status).toBe(200);
    expect((await signIn({ ...account, password: 'falsch-falsch' })).status).toBe(400);
    expect(compare.mock.calls.map(([sent]) => sent)).toEqual([password, 'falsch-falsch']);
  });

  test.each(['token', '%74oken'])(
    'is compared for an unknown address, too, at %s: the time of a refusal tells no account',
    async (path) => {
      const compare = vi.spyOn(bcrypt, 'compare');
      onTestFinished(() => compare.mockRestore());
      await signUp(`known-${path.length}@example.com`, password);
      const answers = [];
      for (const email of [`known-${path.length}@example.com`, 'unknown@example.com']) {
        answers.push(await signIn({ email, password: 'falsch-falsch' }, path));
        const hashes = compare.mock.calls.splice(0).map(([sent, hash]) => [sent, bcrypt.getRounds(String(hash))]);
        expect(hashes, email).toEqual([['falsch-falsch', Number(process.env.LITE_AUTH_BCRYPT_COST)]]);
      }
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  test('that cannot be computed is an error, and the next one is computed', async () => {
    await expect(bcrypt.hash(null as never, 4)).rejects.toThrow();
    expect(await bcrypt.compare(password, await bcrypt.hash(password, 4))).toBe(true);
  });
});

describe('a password', () => {
  /** 72 bytes of letters that have two each. */
  const LONGEST = 'äöüß'.repeat(9);
  const TOO_LONG = `${LONGEST}!`;
  const refusal = {
    status: 400,
    body: { error_code: 'validation_failed', msg: 'Password cannot be longer than 72 characters' },
  };

  test('of more than 72 bytes is refused by a sign-up and by a change, with the reason', async () => {
    expect(await signUp('long@example.com', TOO_LONG)).toMatchObject(refusal);
    const { body } = await signUp('long@example.com', LONGEST);
    expect((await signIn({ email: 'long@example.com', password: LONGEST })).status).toBe(200);
    expect(await changed(body.access_token, TOO_LONG)).toMatchObject(refusal);
    expect((await changed(body.access_token, `${'x'.repeat(68)}😀`)).status).toBe(200);
  });

  test('that was cut before signs in as it was typed', async () => {
    const email = 'cut@example.com';
    await signUp(email, password);
    const hash = await bcrypt.hash(`${TOO_LONG} and more`, 4);
    await backend.database.query('update auth.users set encrypted_password = $1 where email = $2', [hash, email]);
    expect((await signIn({ email, password: `${TOO_LONG} and more` })).status).toBe(200);
  });

  test('is compared as it is sent, with its blanks and its form of letters', async () => {
    for (const [at, [right, other]] of Object.entries([
      [' lang genug ', 'lang genug'],
      ['lang genug\t', 'lang genug'],
      ['grün genug', 'gru\u0308n genug'],
    ])) {
      const email = `exact-${at}@example.com`;
      expect((await signUp(email, String(right))).status).toBe(200);
      expect((await signIn({ email, password: right })).status).toBe(200);
      expect((await signIn({ email, password: other })).status).toBe(400);
    }
    expect((await signUp('nul@example.com', 'lang\0genug')).status).toBe(400);
  });
});

describe('the most used passwords', () => {
  const read = (name: string) => readFileSync(new URL(`../passwords/${name}`, import.meta.url));
  const INVITED = 'is-invited@example.com';

  test('are 10,000 of at least six characters, in the list that the README names', () => {
    expect(mostUsed.size).toBe(10_000);
    expect([...mostUsed].filter((word) => word.length < 6 || word !== word.toLowerCase())).toEqual([]);
    const list = gunzipSync(read('most-used.txt.gz'));
    const hash = createHash('sha256').update(list).digest('hex');
    expect(read('README.md').toString()).toContain(`| SHA-256 of the unpacked list | \`${hash}\` |`);
  });

  test.each(['password1', 'Password1', 'passwort'])('are refused to whoever is invited: %s', async (word) => {
    expect(await signUp(INVITED, word)).toEqual({
      status: 422,
      body: {
        code: 422,
        error_code: 'weak_password',
        msg: 'Password is known to be weak and easy to guess, please choose a different one.',
        weak_password: { reasons: ['pwned'] },
      },
    });
  });

  test('are taken from whoever is not invited', async () => {
    expect((await signUp('stranger@example.com', '123456')).status).toBe(200);
    expect((await signIn({ email: 'stranger@example.com', password: '123456' })).status).toBe(200);
  });

  test('are refused to an invited account later, which takes another', async () => {
    const { body } = await signUp(INVITED, 'ganz eigenes Wort');
    await backend.database.execute(`create or replace function private.wants_strong_password(address text, account uuid)
      returns boolean language sql stable as $$ select account is not null $$`);
    const refused = await changed(body.access_token, 'iloveyou');
    expect([refused.status, refused.body.error_code]).toEqual([422, 'weak_password']);
    expect((await changed(body.access_token, 'noch ein Wort')).status).toBe(200);
  });
});

describe('the least length', () => {
  function settingsWith(least: string) {
    const file = join(folderOfTest(), 'config.toml');
    const sessions = '[auth.sessions]\ntimebox = "168h"\ninactivity_timeout = "12h"\n';
    writeFileSync(file, `[auth]\nminimum_password_length = ${least}\n${sessions}`);
    return readAuthSettings(pathToFileURL(file));
  }

  test('is six characters in the repository, and holds for a sign-up and for a change', async () => {
    expect(readAuthSettings().minimum_password_length).toBe(6);
    const longer = await startFixtureBackend({ auth: settingsWith('12') });
    onTestFinished(longer.close);
    const take = (password: string) => longer.ask('/auth/v1/signup', { json: { email: 'a@example.com', password } });
    const msg = 'Password should be at least 12 characters.';
    expect(await take('elf Zeichen')).toMatchObject({ status: 422, body: { error_code: 'weak_password', msg } });
    const taken = await take('zwölf Zeichen');
    expect(taken.status).toBe(200);
    const refused = await changed(taken.body.access_token, 'elf Zeichen', longer);
    expect([refused.status, refused.body.error_code]).toEqual([422, 'weak_password']);
  });

  test.each(['5', '73', '6.5', '"acht"'])('of %s is refused with the range', (least) => {
    expect(() => settingsWith(least)).toThrow(
      'supabase/config.toml: auth.minimum_password_length: expected a whole number from 6 to 72',
    );
  });
});
