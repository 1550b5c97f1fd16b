import { expect, test } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../shared/testing/rounds.ts';
import { pause } from '../../shared/testing/until.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { type DraftedRecord, publishRecords, twoEditors } from './drafted-records.ts';
import { type PlatformWithBackend, startPlatformWithBackend } from './own-backend.ts';
import { type Answer, ask, askForData, bytesOf, digestOf, releasesOf } from './visitors.ts';

const SAVES = rounds({ short: 100, long: 1_000 });
/** A write is visible within this time after its acknowledgement. */
const FRESH_MS = 1_000;
/** All texts of drafts have it. */
const WORD = 'Kornblumenfeld';

const LISTS = ['/', '/workshops', '/online-courses', `/suche?suche=${WORD}`];
/** Responses that have no text of a record are expected to have other bytes. */
const FILES = ['/rss.xml', '/sitemap.xml', '/llms.txt'];
const TABLES = ['posts', 'pages', 'workshops', 'courses', 'modules', 'lessons', 'ads', 'shown_ads', 'links'];

let own: PlatformWithBackend;
let editors: readonly [SupabaseClient, SupabaseClient];
let records: readonly DraftedRecord[];
let releases: readonly string[];
let requests: ReadonlyMap<string, () => Promise<Answer>>;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startPlatformWithBackend();
  editors = await twoEditors(own.backend);
  records = await publishRecords(editors[0]);
  releases = await releasesOf(own.platform.url);
  requests = await allRequests();
});
test.afterAll(() => own?.stop());

/** The addresses of the site's own pages: those of the sitemap, which has lessons, too. */
async function pages(): Promise<readonly string[]> {
  const { body } = await ask(`${own.platform.url}/sitemap.xml`);
  const found = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address));
  return [...new Set([...LISTS, ...found.map(({ pathname, search }) => pathname + search)])];
}

/** Everything that visitors may ask for, by name. */
async function allRequests(): Promise<ReadonlyMap<string, () => Promise<Answer>>> {
  const { platform, backend } = own;
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
  const all = new Map<string, () => Promise<Answer>>();
  const add = (address: string) => all.set(address, () => ask(platform.url + address));
  for (const address of await pages()) {
    add(address);
    const data = `/_data${address}`;
    all.set(data, () => askForData(platform.url + data, releases));
    if (!LISTS.includes(address)) add(`${address}.md`);
  }
  for (const address of FILES) add(address);
  for (const { kind, address } of records) {
    if (['posts', 'workshops', 'courses'].includes(kind)) add(`${address}/vorschau.png`);
    if (kind === 'pages') add(`/vorschau${address}/seite.png`);
  }
  for (const table of TABLES) {
    const path = `/rest/v1/${table}?select=*&order=id`;
    all.set(path, () => ask(backend.url + path, { headers }));
  }
  const search = { method: 'POST', headers, body: JSON.stringify({ query: WORD }) };
  all.set('search', () => ask(`${backend.url}/rest/v1/rpc/search`, search));
  all.set('content_versions', () => ask(`${backend.url}/rest/v1/rpc/content_versions`, { ...search, body: '{}' }));
  return all;
}

async function readAll(): Promise<ReadonlyMap<string, Answer>> {
  const read = new Map<string, Answer>();
  for (const [name, request] of requests) read.set(name, await request());
  return read;
}

/** A shell takes no more connections of one client. */
const AT_ONCE = 32;

/** Many at the same time, so that the last is read soon after the first. */
async function readAtOnce(): Promise<ReadonlyMap<string, Answer>> {
  const waiting = [...requests];
  const read = new Map<string, Answer>();
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) read.set(one[0], await one[1]());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return read;
}

const digests = (answers: ReadonlyMap<string, Answer>) =>
  Object.fromEntries([...answers].map(([name, answer]) => [name, digestOf(answer)]));

interface Draft {
  readonly updated_at: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const draftOf = async (editor: SupabaseClient, { id }: DraftedRecord): Promise<Draft | null> =>
  (await editor.rpc('read_draft', { record: id }).throwOnError()).data;

/** Saves a draft over the newest version, again when the other editor was faster. Returns the number of conflicts. */
async function saveDraft(editor: SupabaseClient, record: DraftedRecord, text: string): Promise<number> {
  for (let conflicts = 0; ; conflicts += 1) {
    const version = (await draftOf(editor, record))?.updated_at ?? null;
    const args = { kind: record.kind, record: record.id, columns: record.drafted(text), version };
    const { error } = await editor.rpc('save_draft', args);
    if (!error) return conflicts;
    if (error.code !== 'PT409') throw error;
  }
}

/** Two editors save all drafts in turn, both at the same record at once. */
async function saveAll(): Promise<number> {
  const save = async (editor: SupabaseClient, name: string) => {
    let conflicts = 0;
    for (let count = 0; count < SAVES / editors.length; count += 1) {
      const record = records[count % records.length];
      if (record) conflicts += await saveDraft(editor, record, `${WORD} ${name} ${count}`);
    }
    return conflicts;
  };
  const [first, second] = editors;
  const counts = await Promise.all([save(first, 'Eins'), save(second, 'Zwei')]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function publish(editor: SupabaseClient, record: DraftedRecord): Promise<void> {
  const { updated_at: version } = (await draftOf(editor, record)) ?? {};
  await editor.rpc('publish_draft', { kind: record.kind, record: record.id, columns: {}, version }).throwOnError();
}

test(`Reader gets the same bytes of everything while two editors save ${SAVES} drafts, and all of them when published`, async () => {
  test.setTimeout(120_000 + SAVES * 1_000);
  const before = digests(await readAll());
  expect(Object.entries(before).filter(([, digest]) => !digest.startsWith('200'))).toEqual([]);

  let isOver = false;
  let compared = 0;
  const read = async () => {
    while (!isOver) {
      for (const [name, request] of requests) {
        expect(digestOf(await request()), `${name} while drafts are saved`).toBe(before[name]);
        compared += 1;
        if (isOver) return;
      }
    }
  };
  const saving = saveAll().finally(() => {
    isOver = true;
  });
  const [conflicts] = await Promise.all([saving, read()]);
  expect(digests(await readAll())).toEqual(before);
  // A shell that has just been started has nothing in its cache.
  await own.platform.deployShell(ROOT);
  expect(digests(await readAll()), 'rendered anew').toEqual(before);

  const words = new Map<string, string>();
  for (const record of records) words.set(record.id, String((await draftOf(editors[0], record))?.content.title));
  expect([...words.values()].filter((word) => !word.startsWith(WORD))).toEqual([]);
  await Promise.all(records.map((record, index) => publish(editors[index % 2 === 0 ? 0 : 1], record)));
  await pause(FRESH_MS);
  const after = await readAtOnce();
  const shows = (name: string, text = WORD) => after.get(name)?.body.includes(bytesOf(text));
  const old = records.flatMap(({ id, kind, address }) =>
    [address, `/_data${address}`, ...(kind === 'ads' ? [] : [`${address}.md`])].filter(
      (name) => !shows(name, words.get(id)),
    ),
  );
  expect(old, 'pages, data and texts without what was published').toEqual([]);
  const lists = [...LISTS, '/rss.xml', 'search', ...TABLES.map((table) => `/rest/v1/${table}?select=*&order=id`)];
  expect(lists.filter((name) => !name.includes('/links') && !shows(name))).toEqual([]);
  const pictures = [...requests.keys()].filter((name) => name.endsWith('.png'));
  const same = [...pictures, '/sitemap.xml', 'content_versions'].filter((name) => {
    const answer = after.get(name);
    return !answer || digestOf(answer) === before[name];
  });
  expect(same, 'files with the bytes of before').toEqual([]);
  const description = `${SAVES} saves, ${conflicts} conflicts, ${requests.size} addresses, ${compared} reads during the saves`;
  test.info().annotations.push({ type: 'figures', description });
});
