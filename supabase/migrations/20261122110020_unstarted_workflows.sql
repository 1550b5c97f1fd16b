-- Workflows that nobody starts: the tab that would have called the function was closed.

alter table public.workflows add column start_before timestamptz;
-- The pending run of the demo content stays, to show what one looks like.
update public.workflows set start_before = created_at + interval '24 hours'
where status = 'pending' and started_at is null and id <> '50b376cc-604d-50e9-838a-f2b080b77790';
alter table public.workflows alter column start_before set default now() + interval '24 hours';
comment on column public.workflows.start_before is
  'When a run that is still pending is given up; null for never. Set by the database.';

create or replace function public.fail_stale_workflows() returns integer
language sql volatile security invoker set search_path = ''
as $$
  with failed as (
    update public.workflows
    set status = 'failed',
      error_message = case
        when status = 'pending' and started_at is null then 'The run was not started within 24 hours and was given up.'
        else 'The run took longer than 10 minutes and was given up.'
      end
    where status in ('pending', 'processing')
      and (
        started_at < now() - interval '10 minutes'
        -- Set to processing, but its function never came to claim it.
        or (status = 'processing' and started_at is null and updated_at < now() - interval '10 minutes')
        or (status = 'pending' and started_at is null and start_before < now())
      )
    returning 1
  )
  select count(*)::integer from failed;
$$;
comment on function public.fail_stale_workflows() is
  'Turns runs that were claimed or processing for more than 10 minutes, or pending for 24 hours, into failed ones; returns how many. Called with every write of a workflow, by the interface while it waits and, where there is one, by a schedule.';
