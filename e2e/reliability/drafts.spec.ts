import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../shared/testing/rounds.ts';
import { pause } from '../../shared/testing/until.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { type DraftedRecord, newAccount, outsiderOf, publishRecords } from './drafted-records.ts';

const SAVES = rounds({ short: 40, long: 1_000 });
/** A write is visible within this time after its acknowledgement. */
const FRESH_MS = 1_000;
/** All texts of drafts have it, and requests that guess. */
const WORD = 'Kornblumenfeld';
/** All texts of drafts have it, and no request, so that a response with it has a draft. */
const SECRET = `g${crypto.randomUUID().replaceAll('-', '')}`;

const LISTS = ['/', '/workshops', '/online-courses', `/suche?suche=${WORD}`];
/** Responses that have no text of a record are expected to have other bytes. */
const FILES = ['/rss.xml', '/sitemap.xml', '/llms.txt'];
const TABLES = ['posts', 'pages', 'workshops', 'courses', 'modules', 'lessons', 'ads', 'shown_ads', 'links'];

interface Answer {
  readonly status: number;
  /** Bytes as Latin-1 letters, so that pictures are compared, too. */
  readonly body: string;
}
type Requests = ReadonlyMap<string, () => Promise<Answer>>;

let own: OwnPlatform;
let editors: readonly [SupabaseClient, SupabaseClient];
let records: readonly DraftedRecord[];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startOwnPlatform();
  editors = [await own.editor(), (await newAccount(own.backend)).client];
  records = await publishRecords(editors[0]);
});
test.afterAll(() => own?.stop());

async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()).toString('latin1') };
}

/** The response about an address from the remote that owns it; others are refused with 409. */
async function askForData(address: string): Promise<Answer> {
  const { remotes } = JSON.parse((await ask(`${own.url}/platform.json`)).body);
  for (const [name, { version }] of Object.entries<{ version: string }>(remotes)) {
    const answer = await ask(own.url + address, { headers: { release: `${name}@${version}` } });
    if (answer.status !== 409) return answer;
  }
  throw new Error(`no remote owns ${address}`);
}

/** A request to the API of the backend, with the rights of a session or of nobody. */
async function askApi(path: string, client?: SupabaseClient, body?: object): Promise<Answer> {
  const { url, publishableKey: apikey } = own.backend;
  const { data } = (await client?.auth.getSession()) ?? {};
  const headers = { apikey, authorization: `Bearer ${data?.session?.access_token ?? apikey}` };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  return ask(`${url}/rest/v1/${path}`, { headers: { ...headers, 'content-type': 'application/json' }, ...post });
}

/** Everything that visitors may ask for, by name. Lessons have their addresses in the sitemap, too. */
async function publicRequests(): Promise<Requests> {
  const { body } = await ask(`${own.url}/sitemap.xml`);
  const found = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address));
  const pages = [...new Set([...LISTS, ...found.map(({ pathname, search }) => pathname + search)])];
  const all = new Map<string, () => Promise<Answer>>();
  const add = (address: string) => all.set(address, () => ask(own.url + address));
  for (const address of [...pages, ...FILES]) add(address);
  for (const address of pages) {
    all.set(`/_data${address}`, () => askForData(`/_data${address}`));
    if (!LISTS.includes(address)) add(`${address}.md`);
  }
  for (const { kind, address } of records) {
    if (['posts', 'workshops', 'courses'].includes(kind)) add(`${address}/vorschau.png`);
    if (kind === 'pages') add(`/vorschau${address}/seite.png`);
  }
  for (const table of TABLES) all.set(table, () => askApi(`${table}?select=*&order=id`));
  all.set('search', () => askApi('rpc/search', undefined, { query: WORD }));
  all.set('content_versions', () => askApi('rpc/content_versions', undefined, {}));
  return all;
}

/** A value of a type for an argument of a function. */
function argument(name: string, type: string, { kind, id }: DraftedRecord): unknown {
  const one = /uuid/.test(type) ? id : /kind|relation/.test(name) ? kind : WORD;
  if (type.endsWith('[]')) return [one];
  if (/int/.test(type)) return 1;
  if (type.startsWith('timestamp')) return '2020-01-01T00:00:00Z';
  if (type === 'boolean') return true;
  return type.startsWith('json') ? {} : one;
}

/** Every table with what it may join, every function that an account may call, and addresses that guess a draft. */
async function guesses(client?: SupabaseClient): Promise<Requests> {
  const { query } = own.backend.database;
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const functions = await query<{ name: string; args: Record<string, string> | null }>(
    `select p.proname as name, (
       select jsonb_object_agg(a.name, a.type::regtype::text)
       from unnest(p.proargnames, p.proargtypes::oid[]) a (name, type) where a.type is not null
     ) as args
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and (
       has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')
     )`,
  );
  const drafts = await query<{ id: string }>('select id from drafts');
  const all = new Map<string, () => Promise<Answer>>();
  for (const { name } of tables) {
    for (const path of [`${name}?select=*`, `${name}?select=*,drafts(*)`]) all.set(path, () => askApi(path, client));
  }
  for (const record of records) {
    for (const { name, args } of functions) {
      const given = Object.entries(args ?? {}).map(([arg, type]) => [arg, argument(arg, type, record)]);
      all.set(`${name} ${record.kind}`, () => askApi(`rpc/${name}`, client, Object.fromEntries(given)));
    }
    const ids = [record.id, ...drafts.map(({ id }) => id)];
    for (const key of ids.flatMap((id) => [`draft=${id}`, `vorschau=${id}`, `version=${id}`])) {
      const address = `${record.address}?${key}`;
      all.set(address, () => ask(own.url + address));
    }
  }
  return all;
}

/** The names of requests whose response has the secret. */
async function findSecret(requests: Requests): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, request] of requests) {
    const { status, body } = await request();
    expect(status, `${name}: ${body.slice(0, 300)}`).not.toBe(500);
    if (body.includes(SECRET)) found.push(name);
  }
  return found;
}

/** A shell takes no more connections of one client. */
const AT_ONCE = 32;

/** Many at the same time where the last is to be read soon after the first. */
async function readAll(requests: Requests, atOnce = 1): Promise<ReadonlyMap<string, Answer>> {
  const waiting = [...requests];
  const read = new Map<string, Answer>();
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) read.set(one[0], await one[1]());
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return read;
}

/** A short name of what a visitor gets, whose differences a report can show. */
const digestOf = ({ status, body }: Answer): string =>
  `${status}, ${body.length} bytes, ${createHash('sha256').update(body, 'latin1').digest('hex').slice(0, 16)}`;

const digests = async (requests: Requests) =>
  Object.fromEntries([...(await readAll(requests))].map(([name, answer]) => [name, digestOf(answer)]));

const draftOf = async (editor: SupabaseClient, { id }: DraftedRecord) =>
  (await editor.rpc('read_draft', { record: id }).throwOnError()).data;

/** Saves a draft over the newest version, again when the other editor was faster. */
async function saveDraft(editor: SupabaseClient, record: DraftedRecord, text: string): Promise<void> {
  for (;;) {
    const version = (await draftOf(editor, record))?.updated_at ?? null;
    const args = { kind: record.kind, record: record.id, columns: record.drafted(text), version };
    const { error } = await editor.rpc('save_draft', args);
    if (!error) return;
    if (error.code !== 'PT409') throw error;
  }
}

/** Two editors save all drafts in turn, both at the same record at once. */
const saveAll = () =>
  Promise.all(
    editors.map(async (editor, index) => {
      for (let count = 0; count < SAVES / editors.length; count += 1) {
        const record = records[count % records.length];
        if (record) await saveDraft(editor, record, `${WORD} ${SECRET} ${index} ${count}`);
      }
    }),
  );

test(`Nobody but staff gets a byte of ${SAVES} saved drafts, and everybody gets all of them once they are published`, async () => {
  test.setTimeout(180_000 + SAVES * 1_000);
  const requests = await publicRequests();
  const before = await digests(requests);
  expect(Object.entries(before).filter(([, digest]) => !digest.startsWith('200'))).toEqual([]);

  let isOver = false;
  const read = async () => {
    while (!isOver) {
      for (const [name, request] of requests) {
        expect(digestOf(await request()), `${name} while drafts are saved`).toBe(before[name]);
        if (isOver) return;
      }
    }
  };
  const saving = saveAll().finally(() => {
    isOver = true;
  });
  await Promise.all([saving, read()]);
  expect(await digests(requests)).toEqual(before);
  // A shell that has just been started has nothing in its cache.
  await own.deployShell(ROOT);
  expect(await digests(requests), 'rendered anew').toEqual(before);
  expect(await findSecret(await guesses())).toEqual([]);
  expect(await findSecret(await guesses(await outsiderOf(own.backend)))).toEqual([]);
  // The same requests reach drafts: staff find them.
  const tables = new Map([...(await guesses(editors[0]))].filter(([name]) => name.startsWith('drafts?')));
  expect(await findSecret(tables)).toContain('drafts?select=*');

  const titles = new Map<string, string>();
  for (const record of records) {
    const { updated_at: version, content } = await draftOf(editors[0], record);
    titles.set(record.id, String(content.title));
    await editors[0]
      .rpc('publish_draft', { kind: record.kind, record: record.id, columns: {}, version })
      .throwOnError();
  }
  await pause(FRESH_MS);
  const after = await readAll(requests, AT_ONCE);
  const shows = (name: string, title: string) => after.get(name)?.body.includes(title);
  const old = records.flatMap(({ id, kind, address }) =>
    [address, `/_data${address}`, ...(kind === 'ads' ? [] : [`${address}.md`])].filter(
      (name) => !shows(name, titles.get(id) ?? ''),
    ),
  );
  expect(old, 'pages, data and texts without what was published').toEqual([]);
  const lists = [...LISTS, '/rss.xml', 'search', ...TABLES.filter((table) => table !== 'links')];
  expect(lists.filter((name) => !shows(name, SECRET))).toEqual([]);
  const changed = [...requests.keys()].filter((name) => /\.png$|^\/sitemap|^content_versions/.test(name));
  const same = changed.filter((name) => digestOf(after.get(name) as Answer) === before[name]);
  expect(same, 'files with the bytes of before').toEqual([]);
});
