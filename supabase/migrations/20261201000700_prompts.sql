-- Prompts: the instructions that workflows give to a model, at most one active per workflow type.

create table public.prompts (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint prompts_name_not_blank check (name ~ '\S'),
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

create unique index prompts_one_active_per_type on public.prompts (workflow_type) where is_active;
create index prompts_newest on public.prompts (created_at desc, id);
create index prompts_of_user on public.prompts (user_id);

create trigger touch_updated_at before update on public.prompts
  for each row execute function private.touch_updated_at();
create trigger refuse_forged_user_id before update of user_id on public.prompts
  for each row execute function private.refuse_forged_user_id();

alter table public.prompts enable row level security;

create policy "Staff read all prompts" on public.prompts
  for select to authenticated using ((select private.is_staff()));
create policy "Staff add prompts of their own" on public.prompts
  for insert to authenticated with check ((select private.is_staff()) and user_id = (select auth.uid()));
create policy "Staff change prompts" on public.prompts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete prompts" on public.prompts
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.prompts from public, anon, authenticated;
grant
  select,
  insert (name, prompt_text, workflow_type, is_active, user_id),
  update (name, prompt_text, workflow_type, is_active, user_id),
  delete
  on public.prompts to authenticated;
grant select, insert, update, delete on public.prompts to service_role;

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
revoke execute on function public.activate_prompt(uuid) from public, anon;
grant execute on function public.activate_prompt(uuid) to authenticated, service_role;
