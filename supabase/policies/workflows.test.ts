import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const { as, owner } = givenBackend();

describe('runs that do not end', () => {
  const leave = async (values: string) => {
    const [row] = await owner.query<{ id: string }>(
      // Triggers are off, so that updated_at can lie in the past.
      `insert into workflows (workflow_type, status, started_at, updated_at) values ('gemini_blog_ideas', ${values}) returning id`,
    );
    return row?.id ?? '';
  };
  const pendingUntil = async (moment: string) => {
    const [row] = await owner.query<{ id: string }>(
      `insert into workflows (workflow_type, start_before) values ('gemini_blog_ideas', ${moment}) returning id`,
    );
    return row?.id ?? '';
  };
  const statusOf = async (id: string) => {
    const { data } = await as.staff.from('workflows').select('status').eq('id', id).single();
    return data?.status;
  };
  const statusesOf = async (runs: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      await Promise.all(Object.entries(runs).map(async ([name, id]) => [name, await statusOf(id)] as const)),
    );
  const withoutTriggers = async (work: () => Promise<void>) => {
    await owner.execute('alter table workflows disable trigger user');
    await work();
    await owner.execute('alter table workflows enable trigger user');
  };

  test('fail when they are claimed or processing for more than ten minutes', async () => {
    const runs: Record<string, string> = {};
    await withoutTriggers(async () => {
      runs.claimedLongAgo = await leave("'pending', now() - interval '11 minutes', now()");
      runs.processingLongAgo = await leave("'processing', now() - interval '11 minutes', now()");
      runs.neverClaimed = await leave("'processing', null, now() - interval '11 minutes'");
      runs.claimedJustNow = await leave("'processing', now() - interval '9 minutes', now()");
      runs.waiting = await leave("'pending', null, now() - interval '1 day'");
      runs.completed = await leave("'completed', now() - interval '1 day', now() - interval '1 day'");
    });
    expect((await as.staff.rpc('fail_stale_workflows')).data).toBe(3);
    expect(await statusesOf(runs)).toEqual({
      claimedLongAgo: 'failed',
      processingLongAgo: 'failed',
      neverClaimed: 'failed',
      claimedJustNow: 'processing',
      waiting: 'pending',
      completed: 'completed',
    });
  });

  test('fail after 24 hours in pending, unless they have no limit', async () => {
    const runs: Record<string, string> = {};
    await withoutTriggers(async () => {
      runs.overdue = await pendingUntil("now() - interval '1 second'");
      runs.waiting = await pendingUntil("now() + interval '1 hour'");
      runs.staying = await pendingUntil('null');
      runs.claimed = await pendingUntil("now() - interval '1 second'");
      await owner.query('update workflows set started_at = now() where id = $1', [runs.claimed]);
    });
    expect((await as.staff.rpc('fail_stale_workflows')).data).toBe(1);
    expect(await statusesOf(runs)).toEqual({
      overdue: 'failed',
      waiting: 'pending',
      staying: 'pending',
      claimed: 'pending',
    });
    const { data } = await as.staff.from('workflows').select('error_message').eq('id', runs.overdue).single();
    expect(data?.error_message).toBe('The run was not started within 24 hours and was given up.');
  });

  test('have 24 hours, whatever limit staff send', async () => {
    const { data } = await as.staff
      .from('workflows')
      .insert({ workflow_type: 'gemini_blog_ideas' })
      .select('created_at, start_before')
      .single();
    expect(Date.parse(data?.start_before) - Date.parse(data?.created_at)).toBe(24 * 3600 * 1000);
    const forever = { workflow_type: 'gemini_blog_ideas', start_before: null };
    expect((await as.staff.from('workflows').insert(forever)).error?.code).toBe('42501');
  });

  test('are ended by the start of another run too', async () => {
    let stale = '';
    await withoutTriggers(async () => {
      stale = await leave("'processing', now() - interval '11 minutes', now()");
    });
    await as.staff.from('workflows').insert({ workflow_type: 'gemini_blog_ideas' });
    const { data } = await as.staff.from('workflows').select('status, error_message').eq('id', stale).single();
    expect(data).toEqual({ status: 'failed', error_message: expect.stringContaining('10 minutes') });
  });

  test('are not ended by an outsider', async () => {
    let stale = '';
    await withoutTriggers(async () => {
      stale = await leave("'processing', now() - interval '11 minutes', now()");
    });
    expect((await as.outsider.rpc('fail_stale_workflows')).data).toBe(0);
    expect(await statusOf(stale)).toBe('processing');
  });
});

describe('activate_prompt', () => {
  const activePrompts = async () => {
    const { data } = await as.staff.from('prompts').select('id').eq('is_active', true).order('id');
    return data?.map(({ id }) => id);
  };

  test('leaves one prompt of its type active and does not change other types', async () => {
    const { error } = await as.staff.rpc('activate_prompt', { prompt_id: ids.otherSearchPrompt });
    expect(error).toBeNull();
    expect(await activePrompts()).toEqual([ids.otherSearchPrompt, ids.activeIdeasPrompt]);
  });

  test('changes nothing for the active prompt', async () => {
    await as.staff.rpc('activate_prompt', { prompt_id: ids.activeSearchPrompt });
    expect(await activePrompts()).toEqual([ids.activeSearchPrompt, ids.activeIdeasPrompt]);
  });

  test('is refused for a prompt that does not exist, and for an outsider', async () => {
    const { error } = await as.staff.rpc('activate_prompt', { prompt_id: crypto.randomUUID() });
    expect(error?.code).toBe('PT404');
    const refused = await as.outsider.rpc('activate_prompt', { prompt_id: ids.otherSearchPrompt });
    expect(refused.error?.code).toBe('PT404');
    expect(await activePrompts()).toEqual([ids.activeSearchPrompt, ids.activeIdeasPrompt]);
  });
});
