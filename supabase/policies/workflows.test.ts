import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { stored, add } = givenRecords(backend);

const workflow_type = 'gemini_blog_ideas';

/** Stores runs in SQL, by their names; triggers are off, so that updated_at can lie in the past. */
async function givenRuns(runs: Readonly<Record<string, string>>) {
  const rows = Object.entries(runs).map(([name, values]) => `('${workflow_type}', '{"name": "${name}"}', ${values})`);
  await owner.execute(`
    alter table workflows disable trigger user;
    insert into workflows (workflow_type, input_data, status, started_at, updated_at, start_before) values ${rows.join()};
    alter table workflows enable trigger user`);
  const ofStatus = "select input_data ->> 'name' as name, status from workflows where input_data ? 'name'";
  return async () =>
    Object.fromEntries((await owner.query(ofStatus)).map(({ name, status }) => [String(name), status]));
}
const ago = (time: string) => `now() - interval '${time}'`;
const stale = { stale: `'processing', ${ago('11 minutes')}, now(), null` };
const errors = async () => {
  const rows = await owner.query("select error_message as error from workflows where status = 'failed' order by 1");
  return rows.map(({ error }) => error);
};

test('runs fail when they are claimed or processing for more than ten minutes, or pending for longer than they may', async () => {
  const statuses = await givenRuns({
    claimedLongAgo: `'pending', ${ago('11 minutes')}, now(), null`,
    processingLongAgo: `'processing', ${ago('11 minutes')}, now(), null`,
    neverClaimed: `'processing', null, ${ago('11 minutes')}, null`,
    overdue: `'pending', null, now(), ${ago('1 second')}`,
    claimedJustNow: `'processing', ${ago('9 minutes')}, now(), null`,
    claimed: `'pending', now(), now(), ${ago('1 second')}`,
    waiting: `'pending', null, ${ago('1 day')}, now() + interval '1 hour'`,
    staying: `'pending', null, ${ago('1 day')}, null`,
    completed: `'completed', ${ago('1 day')}, ${ago('1 day')}, null`,
  });
  expect((await as.staff.rpc('fail_stale_workflows').throwOnError()).data).toBe(4);
  expect(await statuses()).toEqual({
    ...{ claimedLongAgo: 'failed', processingLongAgo: 'failed', neverClaimed: 'failed', overdue: 'failed' },
    ...{ claimedJustNow: 'processing', claimed: 'pending', waiting: 'pending', staying: 'pending' },
    completed: 'completed',
  });
  const late = 'The run was not started within 24 hours and was given up.';
  expect(await errors()).toEqual([...Array(3).fill(expect.stringContaining('10 minutes')), late]);
});

test('runs are ended by the start of another run, which may wait for 24 hours, and not by an outsider', async () => {
  const statuses = await givenRuns(stale);
  expect((await as.outsider.rpc('fail_stale_workflows')).data).toBe(0);
  expect(await statuses()).toEqual({ stale: 'processing' });
  const run = await stored('workflows', await add('workflows', { workflow_type }));
  const [end, begin] = [run.start_before, run.created_at].map((time) => Date.parse(String(time)));
  expect(Number(end) - Number(begin)).toBe(24 * 3600 * 1000);
  expect(await errors()).toEqual([expect.stringContaining('10 minutes')]);
});

test.each([
  ['leaves one prompt of its type active and does not change other types', ids.otherSearchPrompt],
  ['changes nothing for the active prompt', ids.activeSearchPrompt],
  ['is refused for a prompt that does not exist', null],
])('activate_prompt %s', async (_, active) => {
  const { error } = await as.staff.rpc('activate_prompt', { prompt_id: active ?? crypto.randomUUID() });
  expect(error?.code).toBe(active === null ? 'PT404' : undefined);
  const { data } = await as.staff.from('prompts').select('id').eq('is_active', true).order('id').throwOnError();
  expect(data.map(({ id }) => id)).toEqual([active ?? ids.activeSearchPrompt, ids.activeIdeasPrompt]);
});
