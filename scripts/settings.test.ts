import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../shared/testing/folder.ts';
import { readSettings } from './settings.ts';

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
