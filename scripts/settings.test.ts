import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../shared/testing/folder.ts';
import { readSettings, requireFree, requirePorts } from './settings.ts';

const root = folderOfFile();
writeFileSync(path.join(root, 'a-file'), '');

test('without variables, or with empty ones, the defaults of the README hold', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', SUPABASE_URL: '' }, root)).toEqual({
    port: 3000,
    supabasePort: 54321,
    dataDir: path.join(root, '.data'),
    hosted: null,
    hasDatabase: false,
    isEmbedded: true,
    adminEmail: undefined,
  });
});

const PROJECT = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' };

test('a Supabase project takes the place of the embedded backend', () => {
  const environment = { ...PROJECT, REMOTE_TOKEN: 'ki_x_y', SHELL_TOKEN: 'ki_z_y', PORT: '54320' };
  expect(readSettings(environment, root).hosted).toEqual({ url: 'https://x.supabase.co', key: 'sb_publishable_x' });
});

test.each([
  ['ADMIN_EMAIL', 'anna', 'an e-mail address like name@example.org'],
  ['PORT', 'abc', 'a whole number from 1 to 65531'],
  ['PORT', '0', 'a whole number'],
  ['PORT', '65532', 'a whole number from 1 to 65531'],
  ['PORT', '80.5', 'a whole number'],
  ['SUPABASE_PORT', '-1', 'a whole number from 1 to 65535'],
  ['SUPABASE_PORT', '70000', 'a whole number from 1 to 65535'],
  ['SUPABASE_PORT', '3002', 'outside 3000 to 3004'],
  ['PORT', '6000', 'a port that browsers and fetch do not block'],
  ['PORT', '5998', 'the port of mf-learning is 6000, which is blocked by browsers and fetch'],
  ['PORT', '6664', 'the port of mf-blog is 6665, which is blocked'],
  ['SUPABASE_PORT', '10080', 'a port that browsers and fetch do not block'],
  ['SITE_URL', 'http://lernen.example:6697', 'whose port browsers and fetch do not block'],
  ['SITE_URL', 'lernen.example', 'expected an http(s) address like https://host'],
  ['SITE_URL', 'https://lernen.example/kurse', 'https://host, without a path'],
  ['SITE_URL', 'https://lernen.example/?a=b', 'https://host, without a path'],
  ['SITE_URL', 'https://a:b@lernen.example', 'https://host, without a path'],
  ['AUTH_RATE_LIMIT', 'many', '0 for no limit'],
  ['AUTH_RATE_LIMIT', '-5', '0 for no limit'],
  ['DATABASE_URL', 'mysql://localhost/x', 'postgres://user:password@host:port/database'],
  ['DATABASE_URL', 'localhost:5432', 'postgres://user:password@host:port/database'],
  ['SUPABASE_URL', 'x.supabase.co', 'https://host'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x', 'both'],
  ['PERPLEXITY_BASE_URL', 'nowhere', 'https://host'],
  ['GEMINI_BASE_URL', 'ftp://host', 'https://host'],
  ['TRUSTED_PROXIES', 'proxy.example.org', 'addresses and ranges of proxies like 127.0.0.1,10.0.0.0/8'],
  ['SEED', 'example', 'expected demo or none'],
  ['BACKUP_EVERY', 'daily', 'a duration from 1m to 7d, like 30m, 24h or 7d'],
  ['BACKUP_EVERY', '0h', 'a duration from 1m to 7d'],
  ['BACKUP_EVERY', '8d', 'a duration from 1m to 7d'],
  ['BACKUP_EVERY', '24', 'a duration from 1m to 7d'],
  ['BACKUP_TO', '/mnt/backups', 'both, or BACKUP_EVERY'],
  ['DATA_DIR', 'a-file', 'a folder'],
  ['DATA_DIR', 'a-file/below', 'a folder'],
])('%s=%s is refused by name and with the expected form', (name, value, form) => {
  expect(() => readSettings({ [name]: value }, root)).toThrow(name);
  expect(() => readSettings({ [name]: value }, root)).toThrow(form);
});

test('a port is blocked for fetch where it is for a start', async () => {
  const answers = [6566, 6679, 10_080, 2049, 1719, 4190, 5060, 22].map((port) =>
    fetch(`http://127.0.0.1:${port}`).then(String, ({ cause }) => `${port} ${cause.message}`),
  );
  for (const answer of await Promise.all(answers)) {
    const [port = '', ...why] = answer.split(' ');
    expect(why.join(' ')).toBe('bad port');
    expect(() => readSettings({ SUPABASE_PORT: port }, root)).toThrow('do not block');
  }
});

test('ports of further remotes, which development finds, are checked like those of the first ones', async () => {
  const remotes = ['mf-one', 'mf-two'].map((name, index) => ({ name, slot: index + 5 }));
  const start = (environment: NodeJS.ProcessEnv) => requirePorts(readSettings(environment, root), remotes);
  await expect(start({ PORT: '5994' })).rejects.toThrow('the port of mf-two is 6000');
  await expect(start({ PORT: '3000', SUPABASE_PORT: '3006' })).rejects.toThrow(
    'the port of mf-two; expected one outside',
  );
  await expect(start({ PORT: '65531' })).rejects.toThrow('the port of mf-one is 65536, which is not one of 1 to 65535');
  await expect(requireFree([{ port: 6667, owner: 'mf-one', variable: 'PORT' }])).rejects.toThrow('6667 is blocked');
});

test.each(['192.0.2.1', '256.1.1.1'])(
  'a HOST where this machine cannot listen is refused at once: %s',
  async (HOST) => {
    await expect(requirePorts(readSettings({ HOST }, root), [])).rejects.toThrow(`HOST is "${HOST}"`);
  },
);

test('the registry of a Supabase project needs tokens', () => {
  expect(() => readSettings(PROJECT, root)).toThrow(/REMOTE_TOKEN is not set.*\nSHELL_TOKEN is not set/);
  expect(readSettings(PROJECT, root, 'develop')).toMatchObject({ hosted: {} });
});

test.each([
  ['begins empty', { SEED: 'demo' }, { SEED: 'none' }],
  ['has backups of its own', { BACKUP_EVERY: '24h' }, {}],
])('a Supabase project %s: %j is refused there, and nowhere else', (what, refused, accepted) => {
  const start = (more: NodeJS.ProcessEnv) => readSettings(more, root, 'develop');
  expect(() => start({ ...PROJECT, ...refused })).toThrow(`a Supabase project ${what}`);
  expect(start({ ...PROJECT, ...accepted })).toMatchObject({ hosted: {} });
  expect(start({ ...refused, DATABASE_URL: 'postgres://me@127.0.0.1/db' })).toMatchObject({ hosted: null });
});

test('every wrong variable is named at once, an invalid port is compared with no other, and a password never shows', () => {
  const wrong = { PORT: 'x', AUTH_RATE_LIMIT: 'y', DATABASE_URL: 'mysql://me:secret@host/x' };
  expect(() => readSettings(wrong, root)).toThrow(/PORT.*\n.*AUTH_RATE_LIMIT/s);
  expect(() => readSettings(wrong, root)).not.toThrow(/secret/);
  expect(() => readSettings({ PORT: 'x' }, root)).toThrow(/^PORT is "x"[^\n]*$/);
});
