import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readAuthSettings } from './auth-settings.ts';
import { startFixtureBackend } from './fixtures/backend.ts';

function settingsWith(least: string) {
  const folder = mkdtempSync(join(tmpdir(), 'auth-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'config.toml');
  const sessions = '[auth.sessions]\ntimebox = "168h"\ninactivity_timeout = "12h"\n';
  writeFileSync(file, `[auth]\nminimum_password_length = ${least}\n${sessions}`);
  return readAuthSettings(pathToFileURL(file));
}

test('the repository’s own settings ask for six characters, which the specification names', () => {
  expect(readAuthSettings().minimum_password_length).toBe(6);
});

test('a raised least length holds for a sign-up and for a change', async () => {
  const { send, close } = await startFixtureBackend({ auth: settingsWith('12') });
  onTestFinished(close);
  const signUp = (password: string) => send('/auth/v1/signup', { json: { email: 'a@example.com', password } });
  const refused = await signUp('elf Zeichen');
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { error_code: 'weak_password', msg: 'Password should be at least 12 characters.' },
  ]);
  const taken = await signUp('zwölf Zeichen');
  expect(taken.status).toBe(200);
  const changed = await send('/auth/v1/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${(await taken.json()).access_token}` },
    body: JSON.stringify({ password: 'elf Zeichen' }),
  });
  expect([changed.status, (await changed.json()).error_code]).toEqual([422, 'weak_password']);
});

test.each(['5', '73', '6.5', '"acht"'])('a least length of %s is refused with the range', (least) => {
  expect(() => settingsWith(least)).toThrow(
    'supabase/config.toml: auth.minimum_password_length: expected a whole number from 6 to 72',
  );
});
