import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask as askAt, type Listening, listening } from '../http/testing/listening.ts';
import { countRequest, type State } from '../metrics.ts';
import { metricsResponse } from './probes.ts';

const TOKEN = 'a-token-of-an-operator';

let server: Listening;
let backupAgeSeconds: number | null;
let room: State['room'];
/** Another loopback address stands for a client elsewhere. */
async function serve(token: string | undefined, host = '127.0.0.1') {
  const state = async () => ({
    isRegistryGood: false,
    fallbackReleases: ['mf-blog'],
    workerBytes: 1_000,
    backupAgeSeconds,
    room,
  });
  server = await listening((request) => metricsResponse(request, token, state), host);
}
beforeEach(() => {
  [backupAgeSeconds, room] = [null, null];
  return serve(TOKEN);
});
afterEach(() => server.close());

async function ask(headers: Record<string, string> = {}) {
  const { status, body } = await askAt(server.port, { headers });
  return { status, body: String(body) };
}

test('clients on this machine read the metrics, in the text format of Prometheus', async () => {
  countRequest('page', 503, 12);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toMatch(/^# TYPE shell_requests_total counter$/m);
  expect(body).toMatch(/^shell_requests_total\{kind="page",status="503"\} 1$/m);
  expect(body).toMatch(/^shell_request_duration_seconds_bucket\{le="0.025",kind="page"\} 1$/m);
  expect(body).toMatch(/^shell_registry_good 0$/m);
  expect(body).toMatch(/^shell_remote_fallback_releases\{remote="mf-blog"\} 1$/m);
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('the age of the last backup is there where backups are made, without a backup +Inf', async () => {
  const age = async (seconds: number | null) => {
    backupAgeSeconds = seconds;
    return /^shell_backup_age_seconds (.*)$/m.exec((await ask()).body)?.[1];
  };
  expect([await age(90), await age(Number.POSITIVE_INFINITY), await age(null)]).toEqual(['90', '+Inf', undefined]);
});

test('shares of the quota and of the disk are there where a backend says them', async () => {
  const shares = async (now: State['room']) => {
    room = now;
    return [...(await ask()).body.matchAll(/^shell_storage_used_ratio(.*)$/gm)].map(([, share]) => share);
  };
  expect(await shares({ quota: 0.25, disk: 0.91 })).toEqual(['{of="quota"} 0.25', '{of="disk"} 0.91']);
  expect(await shares({ quota: 0.25, disk: null })).toEqual(['{of="quota"} 0.25']);
  expect(await shares(null)).toEqual([]);
});

test.each([
  ['x-forwarded-for', '127.0.0.1'],
  ['X-Forwarded-Proto', 'https'],
  ['x-forwarded-host', ''],
  ['forwarded', 'for=127.0.0.1'],
  ['via', '1.1 proxy'],
  ['x-real-ip', '127.0.0.1'],
  ['cf-connecting-ip', '127.0.0.1'],
  ['host', 'ki.example.org'],
  ['authorization', 'Bearer something else'],
  ['authorization', `Bearer ${TOKEN.slice(0, -1)}`],
])('with %s: %s the response is 404', async (name, value) => {
  expect(await ask({ [name]: value })).toEqual({ status: 404, body: 'not found\n' });
});

test('clients with the token read them through a proxy too', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', host: 'ki.example.org' };
  expect((await ask({ ...headers, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test('without a token in the environment no token is accepted', async () => {
  server.close();
  await serve(undefined);
  for (const authorization of ['Bearer undefined', 'Bearer', '']) {
    expect((await ask({ authorization })).status).toBe(404);
  }
});
