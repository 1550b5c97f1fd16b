import { DECLARED_FAILURES } from '@ki/shared/testing/declared-failures.ts';
import { FUZZ_SEED, rounds } from '@ki/shared/testing/rounds.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAnHour, signedToken } from '../local-backend/fixtures/signed-token.ts';
import { servePolicyBackend } from '../policies/testing/backend.ts';
import { callRequest, type StrangeRequest, sessionRequest, tableRequest } from './testing/strange-requests.ts';

const AT_ONCE = 8;
const PATIENCE_MS = 30_000;

let backend: Awaited<ReturnType<typeof servePolicyBackend>>;
beforeAll(async () => {
  backend = await servePolicyBackend();
});
afterAll(() => backend.close());

function authorization({ as }: StrangeRequest): Record<string, string> {
  const sub = { visitor: undefined, outsider: backend.outsider.id, staff: backend.staff.id }[as];
  const claims = { role: 'authenticated', sub, exp: inAnHour() };
  return sub ? { authorization: `Bearer ${signedToken(backend.keys.jwtSecret, claims)}` } : {};
}

const send = (request: StrangeRequest) =>
  fetch(`${backend.url}${request.path}`, {
    method: request.method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      apikey: backend.keys.publishable,
      ...authorization(request),
      ...request.headers,
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { body: request.body }),
  });

const LEAK = /\bat \S+ \(|\.[jt]s:\d|node_modules|password_hash|encrypted_password/;

async function expectDeclared(request: StrangeRequest, declared: Readonly<Record<number, string>>): Promise<void> {
  const response = await send(request);
  const answer = await response.text();
  if (response.status >= 500) expect(Object.keys(declared), answer).toContain(String(response.status));
  if (response.status >= 400) expect(answer).not.toMatch(LEAK);
}

const surfaces = [
  ['rest', 'to tables', tableRequest, { short: 240, long: 2400 }],
  ['rest', 'to functions of the database', callRequest, { short: 160, long: 1600 }],
  ['auth', 'about sessions', sessionRequest, { short: 80, long: 800 }],
] as const;

test.each(surfaces)(
  '%s: generated requests %s get no 5xx that is not declared',
  async (service, _, request, counts) => {
    const several = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE });
    const answered = fc.asyncProperty(several, async (requests) => {
      await Promise.all(requests.map((one) => expectDeclared(one, DECLARED_FAILURES[service])));
    });
    await fc.assert(answered, { seed: FUZZ_SEED, numRuns: rounds(counts) / AT_ONCE });
    expect((await fetch(`${backend.url}/readyz`)).status).toBe(200);
  },
  600_000,
);
