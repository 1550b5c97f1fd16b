import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../supabase/local-backend/testing.ts';
import type { DatabaseAccess } from '../../registry/database/call.ts';
import { databaseRegistry } from '../../registry/database/database-registry.ts';
import { promoted } from '../../registry/moves.ts';
import { EMPTY_REGISTRY, keepLastGood } from '../../registry/registry-file.ts';
import { by, release } from '../../registry/testing/release.ts';
import { followContent } from '../content/follow.ts';
import { hostedProject } from '../content/testing/hosted-project.ts';
import { followDatabase } from './database-registry.ts';
import type { RegistrySource } from './live-registry.ts';

/** What should come at once, on a machine that is busy with others. */
const PATIENCE = { timeout: 20_000 };

let backend: TestBackend;
let access: DatabaseAccess;
beforeAll(async () => {
  backend = await startTestBackend({ seed: false });
  const [made] = await backend.database.query<{ token: string }>('select private.operator_token() as token');
  access = { supabase: { url: backend.url, key: backend.publishableKey }, token: made?.token ?? '' };
});
afterAll(() => backend.close());

let dataDir: string;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'database-registry-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, maxRetries: 5 });
  vi.restoreAllMocks();
});

/** A shell's registry, and how it gets word of a change. */
function follow(from = access) {
  let word = () => {};
  const config = { port: 3000, dataDir, siteUrl: 'http://site', supabase: from.supabase };
  const source = followDatabase(config, from, (listener) => {
    word = listener;
  });
  return { source, tell: () => word() };
}

const live = async (source: RegistrySource) => (await source.current())?.usual.live.get('mf-blog')?.release.version;

async function promote(version: string): Promise<void> {
  const registry = databaseRegistry(access);
  const given = release('mf-blog', version, '/');
  await registry.publish(given);
  await registry.promote(given, by);
}

/** A database that answers a question when the test does. */
async function slowDatabase() {
  const questions: ServerResponse[] = [];
  const server = createServer((_request, response) => void questions.push(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    access: { ...access, supabase: { ...access.supabase, url } },
    asked: () => questions.length,
    /** Answers the nth question. */
    async answer(nth: number, version: string): Promise<void> {
      await promote(version);
      const registry = await databaseRegistry(access).read();
      questions[nth - 1]?.end(JSON.stringify({ version, registry }));
    },
  };
}

test('a change of which there is word is in force with the next question', async () => {
  await promote('1');
  const { source, tell } = follow();
  expect(await live(source)).toBe('1');
  for (const version of ['2', '3', '4']) {
    await promote(version);
    tell();
    expect(await live(source)).toBe(version);
  }
});

test('a hosted project broadcasts that something changed, and requests after that get it', async () => {
  const answer = (version: string) => ({
    version,
    registry: promoted(EMPTY_REGISTRY, release('mf-blog', version, '/'), by),
  });
  let answered = answer('1');
  const project = await hostedProject(() => answered);
  onTestFinished(() => project.close());
  const config = { port: 3000, dataDir, siteUrl: 'http://site', supabase: { url: project.url, key: 'key' } };
  const content = await followContent(config);
  const source = followDatabase(config, { ...access, supabase: config.supabase }, content.onChange);
  expect(await live(source)).toBe('1');
  await vi.waitFor(() => expect(project.channels()).toEqual(['realtime:content']), PATIENCE);
  answered = answer('2');
  const afterTheWord = new Promise((resolve) => content.onChange(() => resolve(live(source))));
  project.broadcast();
  expect(await afterTheWord).toBe('2');
});

test('a change without a word is in force by and by', async () => {
  await promote('5');
  const { source } = follow();
  expect(await live(source)).toBe('5');
  await promote('6');
  await expect.poll(() => live(source), PATIENCE).toBe('6');
});

test('an unchanged registry is the same lineup', async () => {
  const { source, tell } = follow();
  const before = await source.current();
  tell();
  expect(await source.current()).toBe(before);
});

test('nobody waits for a database that is slow to say what changed', async () => {
  const database = await slowDatabase();
  const { source, tell } = follow(database.access);
  await expect.poll(database.asked, PATIENCE).toBe(1);
  await database.answer(1, '7');
  expect(await live(source)).toBe('7');

  tell();
  expect(await live(source)).toBe('7');
  // The question is still under way, and no other one is answered.
  await database.answer(2, '8');
  await expect.poll(() => live(source), PATIENCE).toBe('8');
});

test('while the database is gone the last good registry stays in force, and the reason is known', async () => {
  await promote('9');
  await keepLastGood(dataDir, await databaseRegistry(access).read());
  const { source, tell } = follow({ ...access, supabase: { ...access.supabase, url: 'http://127.0.0.1:1' } });
  expect(await live(source)).toBe('9');
  tell();
  expect(await live(source)).toBe('9');
  expect(source.problem()).toContain('failed');
});
