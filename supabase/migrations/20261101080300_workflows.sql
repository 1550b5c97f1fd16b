-- Workflows: runs of web searches and of idea generation from files.

create table public.workflows (
  id uuid primary key default gen_random_uuid(),
  workflow_type text not null
    constraint workflows_type check (workflow_type in ('perplexity_web_search', 'gemini_blog_ideas')),
  status text not null default 'pending'
    constraint workflows_status check (status in ('pending', 'processing', 'completed', 'failed')),
  input_data jsonb not null default '{}',
  output_data jsonb,
  error_message text,
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz
);
comment on table public.workflows is 'Runs of the AI functions, with what went in and what came out.';
comment on column public.workflows.started_at is
  'When a function claimed the run. A claim updates it from null, so that a second call of the function does nothing.';
comment on column public.workflows.user_id is 'Who started the run; null once that account is gone.';

create index workflows_newest on public.workflows (created_at desc, id);
create index workflows_unfinished on public.workflows (status) where status in ('pending', 'processing');
create index workflows_of_user on public.workflows (user_id);

create trigger touch_updated_at before update on public.workflows
  for each row execute function private.touch_updated_at();
create trigger refuse_forged_user_id before update of user_id on public.workflows
  for each row execute function private.refuse_forged_user_id();

create function public.fail_stale_workflows() returns integer
language sql volatile security invoker set search_path = ''
as $$
  with failed as (
    update public.workflows
    set status = 'failed', error_message = 'The run took longer than 10 minutes and was given up.'
    where status in ('pending', 'processing')
      and (
        started_at < now() - interval '10 minutes'
        -- Set to processing, but its function never came to claim it.
        or (status = 'processing' and started_at is null and updated_at < now() - interval '10 minutes')
      )
    returning 1
  )
  select count(*)::integer from failed;
$$;
comment on function public.fail_stale_workflows() is
  'Turns runs that were claimed or processing for more than 10 minutes into failed ones; returns how many. Called with every write of a workflow, by the interface while it waits and, where there is one, by a schedule.';
revoke execute on function public.fail_stale_workflows() from public, anon;
grant execute on function public.fail_stale_workflows() to authenticated, service_role;

create function private.fail_stale_workflows() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  perform public.fail_stale_workflows();
  return null;
end;
$$;
revoke execute on function private.fail_stale_workflows() from public;

create trigger fail_stale_workflows after insert or update on public.workflows
  for each statement when (pg_trigger_depth() = 0) execute function private.fail_stale_workflows();

-- Where pg_cron is enabled (a hosted project), nobody needs to look for a run to end.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('fail-stale-workflows', '* * * * *', 'select public.fail_stale_workflows()');
  end if;
end;
$$;

alter table public.workflows enable row level security;

create policy "Staff read all workflows" on public.workflows
  for select to authenticated using ((select private.is_staff()));
create policy "Staff start workflows of their own" on public.workflows
  for insert to authenticated with check ((select private.is_staff()) and user_id = (select auth.uid()));
create policy "Staff change workflows" on public.workflows
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete workflows" on public.workflows
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.workflows from public, anon, authenticated;
grant
  select,
  insert (workflow_type, status, input_data, output_data, error_message, user_id, started_at),
  update (workflow_type, status, input_data, output_data, error_message, user_id, started_at),
  delete
  on public.workflows to authenticated;
grant select, insert, update, delete on public.workflows to service_role;
