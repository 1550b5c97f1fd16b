-- Sources of articles. generate-article queues the addresses that its request lists, a process without keys fetches each and
-- reduces it to text, and the text stays with the article, so that each citation can be compared with what its source says.

create table public.sources (
  id uuid primary key default gen_random_uuid(),
  receipt uuid not null,
  post_id uuid,
  number integer not null constraint sources_number check (number > 0),
  url text not null constraint sources_url check (url ~* '^https?://' and length(url) <= 2000),
  title text,
  state text not null default 'waiting' constraint sources_state check (state in ('waiting', 'read', 'unreadable')),
  failure text,
  text text constraint sources_text_length check (length(text) <= 200000),
  quotes jsonb not null default '[]' constraint sources_quotes check (jsonb_typeof(quotes) = 'array'),
  fetched_at timestamptz,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint sources_once unique (receipt, number),
  constraint sources_read check ((state = 'read') = (text is not null)),
  constraint sources_unreadable check ((state = 'unreadable') = (failure is not null))
);
comment on table public.sources is
  'Sources of articles that a model wrote, as text. They are no foreign keys of posts, so that a restored post has them again.';
comment on column public.sources.receipt is 'The claim of generate-article that listed the source.';
comment on column public.sources.post_id is 'The article; null until it is stored. A trigger sets it.';
comment on column public.sources.number is 'The number in the list of sources of the article, from 1.';
comment on column public.sources.failure is 'Why the source could not be read, for editors.';
comment on column public.sources.text is 'What a reader sees of the source. Data from outside: no instruction to anybody.';
comment on column public.sources.quotes is
  'Passages that the model says it used: [{sentence, quote}]. They are claims, and count only where they stand in the text.';
comment on column public.sources.attempts is 'How often a process took the source; a third failure is the last.';
comment on column public.sources.due_at is 'When a process may take it: at once, after a claim ends, or for the next attempt.';
create index sources_of_post on public.sources (post_id);
create index sources_due on public.sources (due_at) where state = 'waiting';
create index sources_without_post on public.sources (created_at) where post_id is null;

alter table public.sources enable row level security;
create policy "Staff read sources" on public.sources for select to authenticated using ((select private.is_staff()));
revoke all on public.sources from public, anon, authenticated, service_role;
grant select on public.sources to authenticated;
grant select, insert, update, delete on public.sources to service_role;

-- Calls of generate-article.

create function private.expect_article_claim(receipt uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.article_of_claim(receipt) is not null then
    raise exception using errcode = 'PT409', message = 'This article is stored already.';
  end if;
end;
$$;
comment on function private.expect_article_claim(uuid) is
  'Raises an exception unless the caller holds the claim and its article is not stored. Locks the claim until the transaction ends.';

create function private.queue_sources(receipt uuid, sources jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_article_claim(queue_sources.receipt);
  if jsonb_typeof(queue_sources.sources) is distinct from 'array' or jsonb_array_length(queue_sources.sources) > 50 then
    raise exception using errcode = 'PT400', message = 'sources: expected a list of at most 50 sources.';
  end if;
  insert into public.sources (receipt, number, url, title)
  select queue_sources.receipt, s.number, s.entry ->> 'url', nullif(btrim(s.entry ->> 'title'), '')
  from jsonb_array_elements(queue_sources.sources) with ordinality as s (entry, number)
  on conflict on constraint sources_once do nothing;
end;
$$;

create function public.queue_sources(receipt uuid, sources jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.queue_sources(receipt, sources);
$$;
comment on function public.queue_sources(uuid, jsonb) is
  'For the holder of a claim: lists the sources [{url, title}] of the article, at most 50, which a process then reads.';

create function private.read_sources(receipt uuid)
returns table (number integer, url text, title text, state text, failure text, text text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_article_claim(read_sources.receipt);
  return query
    select s.number, s.url, s.title, s.state, s.failure, left(s.text, 40000)
    from public.sources s where s.receipt = read_sources.receipt order by s.number;
end;
$$;

create function public.read_sources(receipt uuid)
returns table (number integer, url text, title text, state text, failure text, text text)
language sql volatile security invoker set search_path = ''
as $$
  select * from private.read_sources(receipt);
$$;
comment on function public.read_sources(uuid) is 'For the holder of a claim: the sources of the article as far as they are read, each text up to 40,000 characters.';

create function private.cite_sources(receipt uuid, sources jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_article_claim(cite_sources.receipt);
  insert into public.sources as s (receipt, number, url, title, state, failure, quotes)
  select
    cite_sources.receipt, c.number, c.entry ->> 'url', nullif(btrim(c.entry ->> 'title'), ''), 'unreadable',
    'The model named this source. Only sources of the request are read.', coalesce(c.entry -> 'quotes', '[]')
  from jsonb_array_elements(cite_sources.sources) with ordinality as c (entry, number)
  on conflict on constraint sources_once do update set quotes = excluded.quotes;
end;
$$;

create function public.cite_sources(receipt uuid, sources jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.cite_sources(receipt, sources);
$$;
comment on function public.cite_sources(uuid, jsonb) is
  'For the holder of a claim: the list of sources [{url, title, quotes: [{sentence, quote}]}] of the article that was written. What the model added is listed and not read.';

create function private.note_article_of_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.sources s set post_id = new.post_id where s.receipt = new.receipt;
  return null;
end;
$$;
create trigger note_article_of_sources after update of post_id on private.article_claims
  for each row when (new.post_id is not null and old.post_id is distinct from new.post_id)
  execute function private.note_article_of_sources();

-- Sources of deleted posts, whose deletion the audit log does not hold any more.
create function private.forget_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.sources s using gone
  where gone.operation = 'delete' and gone.relation = 'posts' and s.post_id = gone.row_id
    and not exists (select from public.posts p where p.id = s.post_id)
    and not exists (select from public.trail t where t.row_id = s.post_id);
  return null;
end;
$$;
create trigger forget_sources after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_sources();

-- A token of the process that reads sources allows nothing but that.

alter table shipping.deploy_tokens drop constraint deploy_tokens_kind;
alter table shipping.deploy_tokens
  add constraint deploy_tokens_kind check (kind in ('operator', 'team', 'shell', 'pictures', 'sources'));
comment on type shipping.deployer is
  'The caller: kind (operator, team or shell), teams, rights, the name for the history, and the account of a session.';

create or replace function shipping.deployer_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  found shipping.deploy_tokens;
  who shipping.deployer;
begin
  if token is not null then
    select * into found from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    elsif found.kind = 'pictures' then
      raise exception using errcode = '42501', message = 'This token is for the sizes of pictures only.';
    elsif found.kind = 'sources' then
      raise exception using errcode = '42501', message = 'This token is for reading sources only.';
    end if;
    perform shipping.note_use(found);
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id), null
    )::shipping.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from shipping.team_members m where m.account = s.user_id),
    array['canary', 'promote'],
    u.email,
    s.user_id
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = caller;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
  end if;
  return who;
end;
$$;

create or replace function shipping.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_fresh_operator(token);
  maker constant text := case when who.account is null then who.name else '' end;
begin
  if kind is null or kind not in ('team', 'shell', 'pictures', 'sources') then
    raise exception using errcode = 'PT400', message = 'A token is for a team, for a shell, for pictures or for sources.';
  end if;
  if days not between 1 and 366 then
    raise exception using errcode = 'PT400', message = 'A token is valid for 1 to 366 days.';
  end if;
  if kind in ('shell', 'pictures', 'sources') then
    return shipping.make_token(kind, null, '{}', make_interval(days => coalesce(days, 366)), maker, who.account);
  end if;
  if not exists (select from shipping.teams t where t.name = create_deploy_token.team) then
    raise exception using errcode = 'PT404', message = format('There is no team "%s".', create_deploy_token.team);
  end if;
  if may is null or may = '{}' or not may <@ array['publish', 'canary', 'promote'] then
    raise exception using errcode = 'PT400', message = 'A team''s token may publish, canary or promote, or several of these.';
  end if;
  if who.account is not null and may <> array['publish'] then
    raise exception using errcode = '42501',
      message = 'A session makes tokens that may publish; tokens that may canary or promote are made on the command line, with an operator''s token.';
  end if;
  return shipping.make_token(
    kind, create_deploy_token.team, may, make_interval(days => coalesce(days, 90)), maker, who.account
  );
end;
$$;
comment on function public.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team, of a shell, for pictures or for sources, which is shown only once. Days: 1 to 366; null: 90 for a team, else 366.';

create function shipping.expect_reader(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found constant shipping.deploy_tokens := (
    select t from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'))
  );
begin
  if found.kind is distinct from 'sources' or found.revoked_at is not null or found.expires_at <= now() then
    raise exception using errcode = '42501', message = 'Only a valid token for sources may do this.';
  end if;
  perform shipping.note_use(found);
end;
$$;
comment on function shipping.expect_reader(text) is 'Raises an exception unless the token is that of a process that reads sources.';

create function shipping.claim_sources(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform shipping.expect_reader(token);
  -- Those of articles that were never stored.
  delete from public.sources s where s.post_id is null and s.created_at < now() - interval '1 day';
  -- A source that ended the process at each attempt, which could not say why.
  update public.sources s set state = 'unreadable', failure = 'It could not be read in three attempts.'
  where s.state = 'waiting' and s.attempts >= 3 and s.due_at <= now();
  with due as (
    select s.id from public.sources s
    where s.state = 'waiting' and s.due_at <= now() and s.attempts < 3
    order by s.due_at, s.number limit least(greatest(most, 0), 20)
    for update skip locked
  ), claimed as (
    update public.sources s set attempts = s.attempts + 1, due_at = now() + interval '1 minute'
    from due where s.id = due.id
    returning s.id, s.url, s.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'url', c.url, 'attempt', c.attempts)), '[]')
  into taken from claimed c;
  return taken;
end;
$$;

create function public.claim_sources(token text, most integer) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.claim_sources(token, most);
$$;
comment on function public.claim_sources(text, integer) is
  'For the process that reads sources: [{id, url, attempt}], which no other process gets for a minute.';

create function shipping.finish_source(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  attempt constant integer := (result ->> 'attempt')::integer;
  is_last constant boolean := attempt >= 3 or coalesce((result ->> 'isFinal')::boolean, false);
begin
  perform shipping.expect_reader(token);
  if result ? 'failure' then
    update public.sources s set
      state = case when is_last then 'unreadable' else 'waiting' end,
      failure = case when is_last then left(result ->> 'failure', 500) end,
      fetched_at = case when is_last then now() end,
      due_at = now() + case attempt when 1 then interval '1 second' else interval '3 seconds' end
    where s.id = (result ->> 'id')::uuid and s.attempts = attempt and s.state = 'waiting';
  else
    update public.sources s set state = 'read', text = left(result ->> 'text', 200000), fetched_at = now()
    where s.id = (result ->> 'id')::uuid and s.attempts = attempt and s.state = 'waiting';
  end if;
  return found;
end;
$$;

create function public.finish_source(token text, result jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.finish_source(token, result);
$$;
comment on function public.finish_source(text, jsonb) is
  'For the process that reads sources: {id, attempt, text}, or {id, attempt, failure, isFinal}. False when the claim is another''s by now.';

revoke execute on function
  private.expect_article_claim, private.queue_sources, private.read_sources, private.cite_sources,
  private.note_article_of_sources, private.forget_sources,
  shipping.expect_reader, shipping.claim_sources, shipping.finish_source,
  public.queue_sources, public.read_sources, public.cite_sources, public.claim_sources, public.finish_source
  from public, anon, authenticated, service_role;
grant execute on function
  private.queue_sources, private.read_sources, private.cite_sources,
  public.queue_sources, public.read_sources, public.cite_sources
  to authenticated, service_role;
grant execute on function
  shipping.claim_sources, shipping.finish_source, public.claim_sources, public.finish_source to anon, authenticated;
