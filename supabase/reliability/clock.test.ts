import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jumpingClock } from '@ki/shared/testing/jumping-clock.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BackendProcess } from '../local-backend/fixtures/backend-process.ts';
import { ADMINISTRATOR } from '../seed/demo.ts';

const HOUR_MS = 3_600_000;
/** Whether a session that began before the jump goes on: it ends after twelve hours without use. */
const JUMPS = {
  'an hour back': [-HOUR_MS, true],
  'eight hours ahead': [8 * HOUR_MS, true],
  'a day ahead': [24 * HOUR_MS, false],
} as const;
/** The rate limit of a client address in five minutes. */
const SIGN_INS = 12;
const FIVE_MINUTES_S = 300;

const folder = mkdtempSync(join(tmpdir(), 'clock-backend-'));
const dataDir = join(folder, 'data');
const clock = jumpingClock();
let backend: BackendProcess;

beforeAll(async () => {
  backend = new BackendProcess({
    ...clock.environment,
    DATA_DIR: dataDir,
    AUTH_RATE_LIMIT: String(SIGN_INS),
    NODE_OPTIONS: clock.nodeArgs.join(' '),
  });
  await backend.logged('ready');
});
afterAll(async () => {
  await backend?.kill('SIGTERM');
  clock.remove();
  rmSync(folder, { recursive: true, force: true });
});

function ask(path: string, { body, token }: { body?: object; token?: string } = {}): Promise<Response> {
  const { url, key } = JSON.parse(readFileSync(join(dataDir, 'backend.json'), 'utf8')) as { url: string; key: string };
  return fetch(url + path, {
    headers: { apikey: key, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
}

interface Session {
  access_token: string;
  refresh_token: string;
}

async function session(grant: 'password' | 'refresh_token', body: object): Promise<readonly Session[]> {
  const answer = await ask(`/auth/v1/token?grant_type=${grant}`, { body });
  return answer.status === 200 ? [(await answer.json()) as Session] : [];
}
async function signIn(): Promise<Session> {
  const [begun] = await session('password', ADMINISTRATOR);
  if (!begun) throw new Error('the sign-in was refused');
  return begun;
}

const jump = (offset: number) => clock.set(backend.child.pid ?? 0, offset);
const reads = async (token: string) => (await ask('/rest/v1/posts?select=slug&limit=1', { token })).status;

test.each(Object.entries(JUMPS))(
  'after the clock was set %s, sign-in, reads and writes still succeed',
  async (_, [offset, goesOn]) => {
    await jump(0);
    const before = await signIn();
    await jump(offset);
    // Access tokens may be expired or not yet valid.
    expect(await reads(before.access_token)).toBe(401);
    const refreshed = await session('refresh_token', { refresh_token: before.refresh_token });
    expect(refreshed).toHaveLength(goesOn ? 1 : 0);
    for (const { access_token: token } of [...refreshed, await signIn()]) {
      expect(await reads(token)).toBe(200);
      const slug = `clock-${offset}-${token.slice(-8).toLowerCase().replace(/\W|_/g, '0')}`;
      expect((await ask('/rest/v1/categories', { token, body: { name: slug, slug } })).status).toBe(201);
    }
    expect((await ask('/readyz')).status).toBe(200);
  },
);

test('setting the clock neither lengthens nor lifts a rate limit', async () => {
  await jump(0);
  const attempt = () =>
    ask('/auth/v1/token?grant_type=password', { body: { email: 'a@example.com', password: 'falsch' } });
  await vi.waitUntil(async () => (await attempt()).status === 429, { timeout: 20_000 });
  for (const [offset] of Object.values(JUMPS)) {
    await jump(offset);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(FIVE_MINUTES_S);
  }
});
