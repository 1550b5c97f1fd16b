import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;
let colleague: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  await backend.owner.query('update private.settings set ai_calls_of_account = 2, ai_calls_in_all = 3');
  colleague = await backend.signUp();
  await backend.owner.query('insert into private.staff (user_id) values ($1) on conflict do nothing', [colleague.id]);
});
afterAll(() => backend.close());

const take = ({ client }: Account) => client.rpc('take_ai_call');
const codes = (answers: { error: { code: string } | null }[]) => answers.map(({ error }) => error?.code ?? 'taken');
const today = async ({ client }: Account) => (await client.rpc('ai_calls_today').single()).data;

test('calls count for the account and for all, up to both limits', async () => {
  expect(codes([await take(backend.staff), await take(backend.staff), await take(backend.staff)])).toEqual([
    'taken',
    'taken',
    'PT429',
  ]);
  expect(codes([await take(colleague), await take(colleague)])).toEqual(['taken', 'PT429']);
  expect(await today(colleague)).toMatchObject({ mine: 1, of_account: 2, everybodys: 3, in_all: 3 });
});

test.each(['Europe/Zurich', 'Pacific/Auckland', 'UTC'])(
  'the limit renews at midnight of a site in %s',
  async (zone) => {
    await backend.owner.query('update public.site set time_zone = $1', [zone]);
    const { renews_at } = (await today(backend.staff)) as { renews_at: string };
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
    expect(time.format(new Date(renews_at))).toBe('00:00:00');
    await backend.owner.query('update private.settings set ai_calls_of_account = 1');
    expect((await take(backend.staff)).error).toBeNull();
    expect((await take(backend.staff)).error?.message).toContain(` at 00:00, ${zone} time.`);
    expect(Date.parse(renews_at)).toBeGreaterThan(Date.now());
    // The day on which clocks go back has 25 hours.
    expect(Date.parse(renews_at)).toBeLessThanOrEqual(Date.now() + 25 * 3600 * 1000);
  },
);

test('a call is given back by its receipt, and by its own account only', async () => {
  const { data: receipt } = await take(backend.staff);
  await colleague.client.rpc('give_back_ai_call', { receipt });
  expect(await today(backend.staff)).toMatchObject({ mine: 1 });
  await backend.as.staff.rpc('give_back_ai_call', { receipt });
  expect(await today(backend.staff)).toMatchObject({ mine: 0 });
});

test('calls of a deleted account still count for the limit of all', async () => {
  await take(colleague);
  await backend.owner.query('delete from auth.users where id = $1', [colleague.id]);
  expect(await today(backend.staff)).toMatchObject({ mine: 0, everybodys: 1 });
});

test('an outsider can neither count calls nor read the counts', async () => {
  expect(codes([await take(backend.outsider)])).toEqual(['42501']);
  expect((await backend.as.outsider.rpc('ai_calls_today')).data).toEqual([]);
});
