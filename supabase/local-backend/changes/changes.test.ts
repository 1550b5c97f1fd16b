import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Backend, bootBackend } from '../boot.ts';
import { ChangesClient } from '../fixtures/changes-client.ts';
import { type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { logNothing } from '../log.ts';
import { type Changes, startChanges } from './changes.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

describe.each(['PostgreSQL', 'PGlite'])('The backend on %s', (kind) => {
  let backend: Backend;
  let changes: Changes;
  let api: SupabaseClient;
  let clients: ChangesClient[];

  beforeAll(async () => {
    const databaseUrl = kind === 'PostgreSQL' ? await server.database('changes') : undefined;
    backend = await bootBackend({ dataDir: 'memory', databaseUrl, seed: false });
    changes = await startChanges(backend, logNothing);
    const answer = changes.told(backend.fetch);
    api = createClient('http://backend.test', backend.keys.serviceRole, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: (input, init) => answer(new Request(input, init), { address: '127.0.0.1' }) },
    });
  });
  beforeEach(() => {
    clients = [];
  });
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy();
    await Promise.all(clients.map(({ closed }) => closed));
  });
  afterAll(async () => {
    await changes.close();
    await backend.close();
  });

  const connected = async (client: ChangesClient) => {
    clients.push(client);
    await client.toldTimes(1);
    return client;
  };
  const listening = () => connected(ChangesClient.seeing(changes.address));
  /** One that has seen what it was told first, and says nothing any more. */
  const silent = () =>
    connected(
      new ChangesClient(changes.address, ({ kind, id }, client) => {
        if (kind === 'versions' && client.versions.length === 1) client.say({ kind: 'seen', id });
      }),
    );
  const post = (title: string) => ({ title, slug: randomUUID(), content: 'Text', published_at: '2020-01-01' });
  const write = async (title = 'Neu') => void (await api.from('posts').insert(post(title)).throwOnError());

  test.each([
    ['another secret', JSON.stringify({ kind: 'hello', secret: 'f'.repeat(64) })],
    ['no secret', JSON.stringify({ kind: 'ask', id: 1 })],
    ['no JSON', 'GET / HTTP/1.1'],
    ['too much', 'x'.repeat(5000)],
  ])('ends who says %s, without a word', async (_, line) => {
    const { port } = changes.address;
    const client = new ChangesClient({ port, secret: changes.address.secret.replace(/^./, '') });
    clients.push(client);
    client.socket.write(`${line}\n`);
    await client.closed;
    expect(client.told).toEqual([]);
  });

  test.each([
    '{"kind":"seen"}',
    '{"kind":"hello","secret":""}',
    'x',
    `{"kind":"ask","id":1,"x":"${'x'.repeat(4096)}"}`,
  ])('ends who goes on with what is no message: %.30s', async (line) => {
    const client = await listening();
    client.socket.write(`${line}\n`);
    await client.closed;
  });

  test('tells at once what is so, and answers behind it', async () => {
    const client = await listening();
    await client.ask();
    const [found] = await backend.database.query('select content_versions() as versions');
    expect(client.told).toEqual([
      { kind: 'versions', id: expect.any(Number), versions: found?.versions },
      { kind: 'here', id: 1 },
    ]);
  });

  test('answers a write only when all have seen it', async () => {
    const [first, second] = [await listening(), await silent()];
    const title = randomUUID();
    let isAnswered = false;
    const written = write(title).then(() => {
      isAnswered = true;
    });
    await second.toldTimes(2);
    // It is done, and there was time enough to say so.
    const { data } = await api.from('posts').select('title').eq('title', title);
    expect(data).toHaveLength(1);
    expect(first.latest).toEqual(second.latest);
    expect(isAnswered).toBe(false);
    second.say({ kind: 'seen', id: second.told.at(-1)?.id });
    await written;
    await second.ask();
  });

  test('disconnects who stays silent, and answers', async () => {
    const [first, second] = [await listening(), await silent()];
    await write();
    await second.closed;
    await first.ask();
    await write();
    expect(first.versions).toHaveLength(3);
  });

  test('tells of a change by SQL alone', async () => {
    const client = await listening();
    await backend.database.execute("insert into workshops (title) values ('Neu')");
    await client.toldTimes(2);
    const [before, after] = client.versions;
    expect(after).toEqual({ ...before, workshops: after?.workshops });
  });

  test('tells nothing, and waits for nobody, when no visitor sees a difference', async () => {
    const client = await silent();
    const account = { email: `${randomUUID()}@example.com`, password: 'geheim-genug' };
    await api.auth.signUp(account);
    expect((await api.auth.signInWithPassword(account)).error).toBeNull();
    await api.auth.signOut();
    const prompt = { name: randomUUID(), prompt_text: 'Suche.', workflow_type: 'perplexity_web_search' };
    await api.from('prompts').insert(prompt).throwOnError();
    await api
      .from('posts')
      .insert({ ...post('Entwurf'), published_at: null })
      .throwOnError();
    await api.rpc('search', { query: 'Neu' }).throwOnError();
    await client.ask();
    expect(client.versions).toHaveLength(1);
  });

  test('four that write at once each find what they wrote where it is kept until a change is told', async () => {
    const kept: { version?: string | undefined; titles: Promise<string[]> } = { titles: Promise.resolve([]) };
    const reader = await listening();
    const titles = async () => {
      const { data } = await api.from('posts').select('title').throwOnError();
      return data.map(({ title }) => title);
    };
    const read = () => {
      const version = reader.latest.posts;
      if (kept.version !== version) Object.assign(kept, { version, titles: titles() });
      return kept.titles;
    };
    const writer = async (name: string) => {
      for (let turn = 0; turn < 10; turn += 1) {
        await write(`${name}-${turn}`);
        expect(await read()).toContain(`${name}-${turn}`);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(writer));
  });

  test('is silent while it does not know, and then tells again', async () => {
    const client = await listening();
    await backend.database.execute('alter function public.content_versions rename to gone');
    await write();
    await client.closed;
    const later = ChangesClient.seeing(changes.address);
    clients.push(later);
    await backend.database.execute('alter function public.gone rename to content_versions');
    await later.toldTimes(1);
    await write();
    expect(later.versions).toHaveLength(2);
  });
});
