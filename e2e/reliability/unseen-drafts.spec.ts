import { expect, test } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { FUZZ_SEED, rounds } from '../../shared/testing/rounds.ts';
import { pause } from '../../shared/testing/until.ts';
import { type Asked, type Known, readSchema, type Schema, sampleRequests } from './draft-requests.ts';
import { type DraftedRecord, outsiderOf, publishRecords, twoEditors } from './drafted-records.ts';
import { type PlatformWithBackend, startPlatformWithBackend } from './own-backend.ts';
import { type Answer, ask, askForData, releasesOf } from './visitors.ts';

const REQUESTS = rounds({ short: 500, long: 5_000 });
/** A write is visible within this time after its acknowledgement. */
const FRESH_MS = 1_000;
/** No request has it, so that a response that has it knows the draft. */
const SECRET = `g${crypto.randomUUID().replaceAll('-', '')}`;
/** In the draft beside the secret, and in requests. */
const GUESSED = 'Kornblumenfeld';

let own: PlatformWithBackend;
let editor: SupabaseClient;
let records: readonly DraftedRecord[];
let releases: readonly string[];
let asked: readonly Asked[];
let schema: Schema;
let known: Known;

const draftsOf = async () =>
  (await editor.from('drafts').select('id, record_id, relation, updated_at').throwOnError()).data;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startPlatformWithBackend();
  [editor] = await twoEditors(own.backend);
  records = await publishRecords(editor);
  releases = await releasesOf(own.platform.url);
  for (const { kind, id, drafted } of records) {
    const args = { kind, record: id, columns: drafted(`${GUESSED} ${SECRET}`) };
    await editor.rpc('save_draft', args).throwOnError();
  }
  const drafts = await draftsOf();
  schema = await readSchema(own.backend);
  known = {
    words: [GUESSED, 'Vorher', 'Entwurf'],
    ids: [...records, ...drafts].map(({ id }) => id),
    kinds: [...new Set(records.map(({ kind }) => kind))],
    addresses: [...new Set(['/', '/workshops', '/online-courses', ...records.map(({ address }) => address)])],
  };
  asked = sampleRequests(schema, known, REQUESTS, FUZZ_SEED);
});
test.afterAll(() => own?.stop());

const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token;

/** Sends a request, to the API with the rights of a session. */
function send(request: Asked, token?: string): Promise<Answer> {
  const { platform, backend } = own;
  if (request.to === 'data') return askForData(platform.url + request.path, releases);
  if (request.to !== 'table' && request.to !== 'function') return ask(platform.url + request.path);
  const { body, accept } = request;
  const apikey = backend.publishableKey;
  const headers = { apikey, authorization: `Bearer ${token ?? apikey}`, accept, 'content-type': 'application/json' };
  return ask(backend.url + request.path, { headers, ...(body && { method: 'POST', body }) });
}

let answered = 0;

/** The requests whose response has the secret. */
async function findSecret(requests: readonly Asked[], token?: string): Promise<readonly Asked[]> {
  const found: Asked[] = [];
  for (const request of requests) {
    const { status, body } = await send(request, token);
    expect(status, `${request.to} ${request.path}: ${body.slice(0, 300)}`).not.toBe(500);
    if (status === 200) answered += 1;
    if (body.includes(SECRET)) found.push(request);
  }
  return found;
}

const isOfApi = ({ to }: Asked) => to === 'table' || to === 'function';
const kindsOf = (requests: readonly Asked[]) => [...new Set(requests.map(({ to }) => to))].sort();

test(`Nobody but staff gets a text of a draft by ${REQUESTS} requests, and everybody gets it once it is published`, async () => {
  test.setTimeout(300_000 + REQUESTS * 500);
  expect(kindsOf(asked)).toEqual(['data', 'file', 'function', 'page', 'search', 'table']);
  expect(await findSecret(asked)).toEqual([]);
  const toVisitors = answered;
  const outsider = await outsiderOf(own.backend);
  expect(await findSecret(asked.filter(isOfApi), await tokenOf(outsider))).toEqual([]);
  // The same requests reach drafts: staff find them.
  const tables = asked.filter(({ to }) => to === 'table');
  const byStaff = await findSecret(tables, await tokenOf(editor));
  expect(byStaff.filter(({ path }) => path.startsWith('/rest/v1/drafts'))).not.toEqual([]);

  for (const { record_id: record, relation: kind, updated_at: version } of await draftsOf()) {
    await editor.rpc('publish_draft', { kind, record, columns: {}, version }).throwOnError();
  }
  await pause(FRESH_MS);
  const found = await findSecret(asked);
  expect(kindsOf(found)).toEqual(['data', 'file', 'function', 'page', 'search', 'table']);
  const count = ({ to }: Asked) => to;
  const counts = Object.entries(Object.groupBy(asked, count)).map(([to, all]) => `${all?.length} of ${to}`);
  const description = `${counts.join(', ')}, ${toVisitors} with status 200; after publishing ${found.length} responses had the text`;
  test.info().annotations.push({ type: 'figures', description });
});

test('Every table and every function of the API is among the requests', () => {
  const paths = new Set(asked.filter(isOfApi).map(({ path }) => path.split('?')[0]));
  const all = [...schema.columns.keys(), ...schema.functions.map(({ name }) => `rpc/${name}`)];
  expect(all.filter((name) => !paths.has(`/rest/v1/${name}`))).toEqual([]);
});
