import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { stored, add } = givenRecords(backend);

const workflow_type = 'gemini_blog_ideas';

describe('runs that do not end', () => {
  /** Stores runs with these columns in SQL, by their names; triggers are off, so that updated_at can lie in the past. */
  async function givenRuns(columns: string, runs: Readonly<Record<string, string>>) {
    await owner.execute('alter table workflows disable trigger user');
    for (const [name, values] of Object.entries(runs))
      await owner.execute(
        `insert into workflows (workflow_type, input_data, ${columns}) values ('${workflow_type}', '{"name": "${name}"}', ${values})`,
      );
    await owner.execute('alter table workflows enable trigger user');
    return async () => {
      const rows = await owner.query<{ name: string; status: string }>(
        "select input_data ->> 'name' as name, status from workflows where input_data ? 'name'",
      );
      return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
    };
  }
  const ago = (time: string) => `now() - interval '${time}'`;
  const stale = { stale: `'processing', ${ago('11 minutes')}, now()` };
  const ended = async () => (await as.staff.rpc('fail_stale_workflows').throwOnError()).data;

  test('fail when they are claimed or processing for more than ten minutes', async () => {
    const statuses = await givenRuns('status, started_at, updated_at', {
      claimedLongAgo: `'pending', ${ago('11 minutes')}, now()`,
      processingLongAgo: stale.stale,
      neverClaimed: `'processing', null, ${ago('11 minutes')}`,
      claimedJustNow: `'processing', ${ago('9 minutes')}, now()`,
      waiting: `'pending', null, ${ago('1 day')}`,
      completed: `'completed', ${ago('1 day')}, ${ago('1 day')}`,
    });
    expect(await ended()).toBe(3);
    const failed = { claimedLongAgo: 'failed', processingLongAgo: 'failed', neverClaimed: 'failed' };
    const others = { claimedJustNow: 'processing', waiting: 'pending', completed: 'completed' };
    expect(await statuses()).toEqual({ ...failed, ...others });
  });

  test('fail after 24 hours in pending, unless they have no limit', async () => {
    const statuses = await givenRuns('start_before, started_at', {
      overdue: `${ago('1 second')}, null`,
      waiting: `now() + interval '1 hour', null`,
      staying: 'null, null',
      claimed: `${ago('1 second')}, now()`,
    });
    expect(await ended()).toBe(1);
    expect(await statuses()).toEqual({ overdue: 'failed', waiting: 'pending', staying: 'pending', claimed: 'pending' });
    const messages = await owner.query("select error_message from workflows where status = 'failed'");
    expect(messages).toEqual([{ error_message: 'The run was not started within 24 hours and was given up.' }]);
  });

  test('have 24 hours, whatever limit staff send', async () => {
    const run = await stored('workflows', await add('workflows', { workflow_type }));
    const [end, begin] = [run.start_before, run.created_at].map((time) => Date.parse(String(time)));
    expect(Number(end) - Number(begin)).toBe(24 * 3600 * 1000);
    const forever = { workflow_type, start_before: null };
    expect((await as.staff.from('workflows').insert(forever)).error?.code).toBe('42501');
  });

  test('are ended by the start of another run too', async () => {
    await givenRuns('status, started_at, updated_at', stale);
    await add('workflows', { workflow_type });
    const found = await owner.query("select error_message from workflows where status = 'failed'");
    expect(found).toEqual([{ error_message: expect.stringContaining('10 minutes') }]);
  });

  test('are not ended by an outsider', async () => {
    const statuses = await givenRuns('status, started_at, updated_at', stale);
    expect((await as.outsider.rpc('fail_stale_workflows')).data).toBe(0);
    expect(await statuses()).toEqual({ stale: 'processing' });
  });
});

test.each([
  [
    'leaves one prompt of its type active and does not change other types',
    ids.otherSearchPrompt,
    ids.otherSearchPrompt,
  ],
  ['changes nothing for the active prompt', ids.activeSearchPrompt, ids.activeSearchPrompt],
  ['is refused for a prompt that does not exist', crypto.randomUUID(), null],
])('activate_prompt %s', async (_, prompt_id, active) => {
  const { error } = await as.staff.rpc('activate_prompt', { prompt_id });
  expect(error?.code).toBe(active === null ? 'PT404' : undefined);
  const { data } = await as.staff.from('prompts').select('id').eq('is_active', true).order('id').throwOnError();
  expect(data.map(({ id }) => id)).toEqual([active ?? ids.activeSearchPrompt, ids.activeIdeasPrompt]);
});
