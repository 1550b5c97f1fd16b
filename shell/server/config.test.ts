import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const good = { SUPABASE_URL: 'http://127.0.0.1:54321/', SUPABASE_PUBLISHABLE_KEY: 'key', SHELL_TOKEN: 'token' };

test.each([
  ['PORT', 'acht', 'expected a whole number from 1 to 65535'],
  ['SUPABASE_URL', 'localhost', 'expected an http(s) address'],
  ['TRUSTED_PROXIES', 'proxy.example.org', 'expected addresses and ranges of proxies'],
  ['SHELL_WORKERS', 'zwei', 'expected a whole number from 1 to 64'],
  ['SITE_URL', 'ftp://example.org', 'expected an http(s) address'],
  ['SHELL_TOKEN', '', 'expected'],
  ['SUPABASE_PUBLISHABLE_KEY', undefined, 'expected'],
  ['METRICS_TOKEN', 'short', 'expected at least 16 characters'],
])('%s=%s is refused by name', (name, value, words) => {
  expect(() => readConfig({ ...good, [name]: value })).toThrow(`${name}: `);
  expect(() => readConfig({ ...good, [name]: value })).toThrow(words);
});

test.each([
  ['https://ki.example.org', 'http://127.0.0.1:54321', 'https://ki.example.org'],
  ['http://192.168.1.20:3000', 'http://localhost:54321', 'http://192.168.1.20:3000'],
  ['http://localhost:3000', 'http://127.0.0.1:54321', 'http://127.0.0.1:54321'],
  ['https://ki.example.org', 'https://ref.supabase.co', 'https://ref.supabase.co'],
])('browsers of the site %s reach the backend %s at %s', (SITE_URL, SUPABASE_URL, url) => {
  const config = readConfig({ ...good, SITE_URL, SUPABASE_URL });
  expect(config).toMatchObject({ supabase: { url: SUPABASE_URL }, browserSupabase: { url, key: 'key' } });
  expect(config.isForwarded).toBe(url !== SUPABASE_URL);
});

test('a folder with the registry of an earlier version is refused, until that was imported', async () => {
  const folder = folderOfTest();
  const read = () => readConfig({ ...good, DATA_DIR: folder });
  await writeFile(path.join(folder, 'registry.last-good.json'), '{}');
  expect(read()).toMatchObject({ dataDir: folder });
  await writeFile(path.join(folder, 'registry.json'), '{}');
  expect(read).toThrow(
    /registry\.json is of a version of the platform before 8e5b85fd.*Start commit 8e5b85fd once with it/,
  );
  await writeFile(path.join(folder, 'registry.json.imported'), '{}');
  expect(read()).toMatchObject({ dataDir: folder });
});
