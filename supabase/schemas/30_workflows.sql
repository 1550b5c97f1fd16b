-- Workflows: runs of the AI functions, the calls of providers that they cost, and the articles that they write.

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
  started_at timestamptz,
  start_before timestamptz default now() + interval '24 hours'
);
comment on table public.workflows is 'Runs of the AI functions, with input and output.';
comment on column public.workflows.started_at is
  'Time at which a function claimed the run. A claim updates it from null, so that a second call of the function does nothing.';
comment on column public.workflows.start_before is
  'Time at which a pending run fails; null for never. Set by the database.';
comment on column public.workflows.user_id is 'Account that started the run; null once it is deleted.';

-- AI calls: each call of a provider is counted before it is made, against the limits in private.settings.

create table private.ai_calls (
  receipt uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  day date not null default (now() at time zone private.site_time_zone())::date,
  kind text constraint ai_calls_kind check (kind in ('web-search', 'blog-ideas', 'generate-article')),
  subject uuid,
  model text constraint ai_calls_model check (model ~ '^[!-~]{1,100}$'),
  input_tokens integer constraint ai_calls_input check (input_tokens between 0 and 10000000),
  output_tokens integer constraint ai_calls_output check (output_tokens between 0 and 10000000),
  cost numeric(18, 6),
  currency text,
  noted_at timestamptz,
  constraint ai_calls_noted check (num_nulls(model, input_tokens, output_tokens, noted_at) in (0, 4)),
  constraint ai_calls_money check (num_nulls(cost, currency) in (0, 2))
);
comment on table private.ai_calls is
  'Calls of AI providers by the functions. The receipt gives a call back; only the function that took it knows the receipt.';
comment on column private.ai_calls.day is 'The date in the time zone of the site.';
comment on column private.ai_calls.kind is 'The function that called.';
comment on column private.ai_calls.subject is 'The workflow, or the claim of the article, that the call was for.';
comment on column private.ai_calls.model is 'The model that answered. Null while nothing is noted, as for a call that timed out.';
comment on column private.ai_calls.cost is 'Money at the prices of the time of the call; null without a price.';

-- Articles: a claim is an idempotency key. An idea that is sent twice is paid for and stored once.

create table private.article_claims (
  receipt uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  asked bytea not null,
  claimed_at timestamptz not null default now(),
  post_id uuid references public.posts (id) on delete cascade,
  constraint article_claims_once unique (user_id, asked)
);
comment on table private.article_claims is
  'Claims of generate-article: an account and a hash of the request''s body. A failure deletes the claim, and so does deleting the draft.';
comment on column private.article_claims.receipt is 'Only the function that holds the claim knows it.';
comment on column private.article_claims.post_id is 'The draft; null while the article is written.';

-- Prompts: the instructions that workflows give to a model, at most one active per workflow type.

create table public.prompts (
  id uuid primary key default gen_random_uuid(),
  name text collate "de-x-icu" not null constraint prompts_name_not_blank check (name ~ '\S'),
  prompt_text text not null constraint prompts_prompt_text_not_blank check (prompt_text ~ '\S'),
  workflow_type text not null
    constraint prompts_type check (workflow_type in ('perplexity_web_search', 'gemini_blog_ideas')),
  is_active boolean not null default false,
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.prompts is 'Instructions for the AI functions.';
comment on column public.prompts.user_id is 'Account that wrote the prompt; null once it is deleted.';

create index workflows_newest on public.workflows (created_at desc, id);
create index workflows_unfinished on public.workflows (status) where status in ('pending', 'processing');
create index workflows_of_user on public.workflows (user_id);
create index ai_calls_of_day on private.ai_calls (day, user_id);
create index ai_calls_of_user on private.ai_calls (user_id);
create index article_claims_of_post on private.article_claims (post_id);
create unique index prompts_one_active_per_type on public.prompts (workflow_type) where is_active;
create index prompts_newest on public.prompts (created_at desc, id);
create index prompts_of_user on public.prompts (user_id);
create index ai_calls_of_subject on private.ai_calls (subject);
create index ai_calls_of_kind on private.ai_calls (kind, noted_at) where noted_at is not null;

alter table public.workflows enable row level security;

-- Without policies, only functions and the owner reach the calls and the claims.
alter table private.ai_calls enable row level security;
alter table private.article_claims enable row level security;
alter table public.prompts enable row level security;

create policy "Staff read all workflows" on public.workflows
  for select to authenticated using ((select private.is_staff()));
create policy "Staff start workflows of their own" on public.workflows
  for insert to authenticated with check ((select private.is_staff()) and user_id = (select auth.uid()));
create policy "Staff change workflows" on public.workflows
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete workflows" on public.workflows
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff read all prompts" on public.prompts
  for select to authenticated using ((select private.is_staff()));
create policy "Staff add prompts of their own" on public.prompts
  for insert to authenticated with check ((select private.is_staff()) and user_id = (select auth.uid()));
create policy "Staff change prompts" on public.prompts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete prompts" on public.prompts
  for delete to authenticated using ((select private.is_staff()));

create function public.fail_stale_workflows() returns integer
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
        -- It is processing, but no function claimed it.
        or (status = 'processing' and started_at is null and updated_at < now() - interval '10 minutes')
        or (status = 'pending' and started_at is null and start_before < now())
      )
    returning 1
  )
  select count(*)::integer from failed;
$$;
comment on function public.fail_stale_workflows() is
  'Sets runs to failed that were claimed or processing for more than 10 minutes, or pending for 24 hours; returns how many. A trigger on workflows, the waiting interface and, where pg_cron exists, a schedule call it.';

create function private.fail_stale_workflows() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  perform public.fail_stale_workflows();
  return null;
end;
$$;

create function private.ai_calls_today() returns table (
  mine integer, of_account integer, everybodys integer, in_all integer, renews_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    count(*) filter (where c.user_id = (select auth.uid()))::integer,
    s.ai_calls_of_account,
    count(c.receipt)::integer,
    s.ai_calls_in_all,
    (today.day + 1)::timestamp at time zone private.site_time_zone()
  from private.settings s
  cross join (select (now() at time zone private.site_time_zone())::date as day) today
  left join private.ai_calls c on c.day = today.day
  where private.is_staff()
  group by s.ai_calls_of_account, s.ai_calls_in_all, today.day;
$$;
comment on function private.ai_calls_today() is
  'AI calls of the caller and of all accounts today, their limits, and the time at which counting starts anew. For staff; no row for others.';
select private.expose('ai_calls_today', 'authenticated', 'service_role');

create function private.give_back_ai_call(receipt uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.ai_calls c where c.receipt = give_back_ai_call.receipt and c.user_id = (select auth.uid());
$$;
comment on function private.give_back_ai_call(uuid) is
  'Takes a call of the caller out of the count, since the provider refused it without cost.';
select private.expose('give_back_ai_call', 'authenticated', 'service_role');

create function private.claim_article(idea jsonb) returns table (receipt uuid, id uuid, slug text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := (select auth.uid());
  hash constant bytea := sha256(convert_to(idea::text, 'UTF8'));
  held private.article_claims;
begin
  perform private.expect_staff();
  loop
    insert into private.article_claims as claim (user_id, asked) values (caller, hash)
    on conflict on constraint article_claims_once do update
      set receipt = gen_random_uuid(), claimed_at = now()
      -- The function that held the claim has died. Workflows have the same limit.
      where claim.post_id is null and claim.claimed_at < now() - interval '10 minutes'
    returning claim.* into held;
    if found then
      return query select held.receipt, null::uuid, null::text;
      return;
    end if;
    select c.* into held from private.article_claims c where c.user_id = caller and c.asked = hash;
    if held.post_id is not null then
      return query select null::uuid, p.id, p.slug from public.posts p where p.id = held.post_id;
      return;
    elsif held.receipt is not null then
      raise exception using errcode = 'PT409', message = 'This article is already being written.';
    end if;
    -- Another transaction deleted the claim; try again.
  end loop;
end;
$$;
comment on function private.claim_article(jsonb) is
  'Claims an idea for the caller. Returns a receipt, or the draft if there is one; PT409 while the article is written.';
select private.expose('claim_article', 'authenticated', 'service_role');

create function private.article_of_claim(receipt uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  claim private.article_claims;
begin
  select c.* into claim from private.article_claims c
  where c.receipt = article_of_claim.receipt and c.user_id = (select auth.uid())
  for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'Writing this article took too long, and it was given up.';
  end if;
  return claim.post_id;
end;
$$;
comment on function private.article_of_claim(uuid) is
  'The draft of a claim of the caller, null for none yet. Locks the claim until the transaction ends.';

create function private.settle_article_claim(receipt uuid, article uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.article_claims c set post_id = article
  where c.receipt = settle_article_claim.receipt and c.user_id = (select auth.uid()) and c.post_id is null;
$$;

create function public.store_article(receipt uuid, draft jsonb) returns table (id uuid, slug text)
language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  article uuid := private.article_of_claim(store_article.receipt);
  number integer := 1;
begin
  while article is null loop
    insert into public.posts (title, slug, content, excerpt, category_id, author)
    select d.title, d.slug || case number when 1 then '' else '-' || number end, d.content, d.excerpt, d.category_id, d.author
    from jsonb_to_record(draft)
      as d (title text, slug text, content text, excerpt text, category_id uuid, author text)
    on conflict (slug) do nothing
    returning posts.id into article;
    number := number + 1;
  end loop;
  perform private.settle_article_claim(store_article.receipt, article);
  return query select p.id, p.slug from public.posts p where p.id = article;
end;
$$;
comment on function public.store_article(uuid, jsonb) is
  'Stores the draft of a claim of the caller. A repeated call returns the same draft. A taken slug gets a number. PT409 without the claim.';

create function private.free_article(receipt uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.article_claims c
  where c.receipt = free_article.receipt and c.user_id = (select auth.uid()) and c.post_id is null;
$$;
comment on function private.free_article(uuid) is 'Deletes a claim of the caller that has no draft.';
select private.expose('free_article', 'authenticated', 'service_role');

create function public.activate_prompt(prompt_id uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  chosen_type text := (select p.workflow_type from public.prompts p where p.id = prompt_id);
begin
  if chosen_type is null then
    raise exception using errcode = 'PT404', message = 'There is no such prompt.';
  end if;
  -- Two activations lock the rows in the same order.
  perform from public.prompts p where p.workflow_type = chosen_type order by p.id for update;
  update public.prompts p set is_active = false where p.workflow_type = chosen_type and p.is_active and p.id <> prompt_id;
  update public.prompts p set is_active = true where p.id = prompt_id and not p.is_active;
end;
$$;
comment on function public.activate_prompt(uuid) is 'Makes a prompt the only active one of its workflow type.';

create trigger touch_updated_at before update on public.workflows
  for each row execute function private.touch_updated_at();
create trigger refuse_forged_user_id before update of user_id on public.workflows
  for each row execute function private.refuse_forged_user_id();
create trigger fail_stale_workflows after insert or update on public.workflows
  for each statement when (pg_trigger_depth() = 0) execute function private.fail_stale_workflows();

create trigger refuse_forged_user_id before update of user_id on public.prompts
  for each row execute function private.refuse_forged_user_id();

create trigger expect_staff after insert or update or delete on public.workflows
  for each row execute function private.expect_staff_at_write();

-- With pg_cron, as on a hosted project, a schedule ends runs.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('fail-stale-workflows', '* * * * *', 'select public.fail_stale_workflows()');
  end if;
end;
$$;

grant all on public.prompts, public.workflows to service_role;
grant select, insert (name, prompt_text, workflow_type, is_active, user_id), update (name, prompt_text, workflow_type,
  is_active, user_id), delete on public.prompts to authenticated;
grant select, insert (workflow_type, status, input_data, output_data, error_message, user_id, started_at), update
  (workflow_type, status, input_data, output_data, error_message, user_id, started_at), delete on public.workflows to
  authenticated;
grant execute on function private.article_of_claim, private.settle_article_claim, public.activate_prompt,
  public.fail_stale_workflows, public.store_article to authenticated, service_role;
