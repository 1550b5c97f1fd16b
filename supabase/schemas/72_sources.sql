-- Sources of articles. generate-article queues the addresses that its request lists, a process without keys fetches each and
-- reduces it to text, and the text stays with the article, so that each citation can be compared with what its source says.

create table public.sources (
  id uuid primary key default gen_random_uuid(),
  receipt uuid not null,
  post_id uuid,
  number integer not null constraint sources_number check (number > 0),
  url text not null constraint sources_url check (url ~* '^https?://' and length(url) <= 2000),
  title text collate "de-x-icu",
  state text not null default 'waiting' constraint sources_state check (state in ('waiting', 'read', 'unreadable')),
  failure text,
  text text constraint sources_text_length check (length(text) <= 200000),
  quotes jsonb not null default '[]' constraint sources_quotes check (jsonb_typeof(quotes) = 'array'),
  fetched_at timestamptz,
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

-- The judgement of a form about the citations of a post, and the reason of whoever publishes one that its source contradicts
-- or does not have. Beside the post, as no visitor sees it.

create table public.citation_checks (
  id uuid primary key default gen_random_uuid(),
  record_id uuid not null constraint citation_checks_record_id_key unique,
  findings jsonb not null default '[]' constraint citation_checks_findings check (
    jsonb_typeof(findings) = 'array' and octet_length(findings::text) <= 1000000
  ),
  reason text constraint citation_checks_reason check (reason ~ '\S' and length(reason) <= 2000),
  reason_at timestamptz constraint citation_checks_reason_at check ((reason is null) = (reason_at is null)),
  updated_at timestamptz not null default now()
);
comment on table public.citation_checks is
  'The states of the citations of posts when a form was last saved. keep_citations writes it.';
comment on column public.citation_checks.record_id is 'The post.';
comment on column public.citation_checks.findings is
  '[{"sentence", "number", "state"}]; number: that of the source, 0 for a sentence that states a fact and cites nothing.';
comment on column public.citation_checks.reason is
  'Why the post was last published with a citation that is contradicted or not found; null when that never happened.';

create index sources_of_post on public.sources (post_id);
create index sources_without_post on public.sources (created_at) where post_id is null;

alter table public.sources enable row level security;
alter table public.citation_checks enable row level security;

create policy "Staff read sources" on public.sources for select to authenticated using ((select private.is_staff()));

create policy "Staff read citation checks" on public.citation_checks
  for select to authenticated using ((select private.is_staff()));

-- Calls of generate-article.

-- The roles come before the claim, as they do where an account is deleted.
create function private.expect_article_claim(receipt uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hold_role();
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
comment on function private.queue_sources(uuid, jsonb) is
  'For the holder of a claim: lists the sources [{url, title}] of the article, at most 50, which a process then reads.';
select private.expose('queue_sources', 'authenticated', 'service_role');

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
comment on function private.read_sources(uuid) is 'For the holder of a claim: the sources of the article as far as they are read, each text up to 40,000 characters.';
select private.expose('read_sources', 'authenticated', 'service_role');

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
comment on function private.cite_sources(uuid, jsonb) is
  'For the holder of a claim: the list of sources [{url, title, quotes: [{sentence, quote}]}] of the article that was written. What the model added is listed and not read.';
select private.expose('cite_sources', 'authenticated', 'service_role');

create function private.note_article_of_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.sources s set post_id = new.post_id where s.receipt = new.receipt;
  return null;
end;
$$;

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

-- Jobs.

create function private.read_source_prepare() returns void
language sql volatile security definer set search_path = ''
as $$
  -- Those of articles that were never stored.
  delete from public.sources s where s.post_id is null and s.created_at < now() - interval '1 day';
$$;

create function private.read_source_input(subject uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('url', s.url) from public.sources s where s.id = subject;
$$;

create function private.read_source_done(subject uuid, result jsonb) returns text
language sql volatile security definer set search_path = ''
as $$
  update public.sources s set state = 'read', text = left(result ->> 'text', 200000), fetched_at = now()
  where s.id = subject;
  select null::text;
$$;

create function private.read_source_failed(subject uuid, failure text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.sources s set state = 'unreadable', failure = read_source_failed.failure, fetched_at = now()
  where s.id = subject;
$$;

-- Calls of the program that reads sources.

create function shipping.claim_sources(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform shipping.expect_process(token, 'sources');
  select coalesce(jsonb_agg(
    jsonb_build_object('id', j.subject, 'url', j.input ->> 'url', 'attempt', j.attempt)
  ), '[]')
  into taken from private.take_jobs('read_source', most) j;
  return taken;
end;
$$;
comment on function shipping.claim_sources(text, integer) is
  'For programs of the release before: claim_jobs for sources, as [{id, url, attempt}].';
select private.expose('shipping.claim_sources', 'anon', 'authenticated');

create function shipping.finish_source(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_process(token, 'sources');
  return private.finish_job('read_source', private.claim_by_subject('read_source', result ->> 'id', result));
end;
$$;
comment on function shipping.finish_source(text, jsonb) is
  'For programs of the release before: finish_job for a claim of claim_sources.';
select private.expose('shipping.finish_source', 'anon', 'authenticated');

create function private.keep_citations(post uuid, judged jsonb, given text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fault text;
begin
  perform private.expect_staff();
  perform private.hold_role();
  -- The post stays until this ends.
  perform from public.posts p where p.id = post for key share;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such post.';
  end if;
  fault := private.refusal(private.role_at_write(), private.owns('posts', post), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  end if;
  insert into public.citation_checks as c (record_id, findings, reason, reason_at)
  values (post, judged, given, case when given is not null then now() end)
  on conflict (record_id) do update set
    findings = excluded.findings, reason = coalesce(excluded.reason, c.reason),
    reason_at = coalesce(excluded.reason_at, c.reason_at);
end;
$$;

create function public.keep_citations(post uuid, findings jsonb, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.keep_citations(post, findings, reason);
$$;
comment on function public.keep_citations(uuid, jsonb, text) is
  'For staff who may write a draft of the post: keeps what was judged about its citations, and with a reason that and its time. Without one an earlier reason stays.';

create function private.forget_citations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.citation_checks c where c.record_id = old.id;
  return null;
end;
$$;

create function private.place_citations_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.record_id := new.parent_id;
  new.title := (select c.reason from public.citation_checks c where c.id = new.row_id);
  return new;
end;
$$;
comment on function private.place_citations_in_trail() is 'Shows a reason in the history of its post, as the title of the entry.';

create trigger note_article_of_sources after update of post_id on private.article_claims
  for each row when (new.post_id is not null and old.post_id is distinct from new.post_id)
  execute function private.note_article_of_sources();

create trigger queue_job after insert on public.sources
  for each row when (new.state = 'waiting') execute function private.queue_job('read_source');
create trigger drop_job after delete on public.sources for each row execute function private.drop_job();

create trigger forget_sources after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_sources();

create trigger touch_updated_at before update on public.citation_checks
  for each row execute function private.touch_updated_at();

create trigger forget_citations after delete on public.posts
  for each row execute function private.forget_citations();

-- The audit log has reasons, in the history of the post.

create trigger record_in_trail after insert on public.citation_checks
  for each row when (new.reason is not null)
  execute function private.record_in_trail('updated_at', 'findings');
create trigger record_update_in_trail after update on public.citation_checks
  for each row when (new.reason_at is distinct from old.reason_at)
  execute function private.record_in_trail('updated_at', 'findings');

create trigger place_citations before insert on public.trail
  for each row when (new.relation = 'citation_checks')
  execute function private.place_citations_in_trail();

create trigger expect_staff after insert or update on public.citation_checks
  for each row execute function private.expect_staff_at_write();

grant select on public.citation_checks to service_role;
grant select on public.citation_checks, public.sources to authenticated;
grant select, insert, update, delete on public.sources to service_role;
grant execute on function private.keep_citations, public.keep_citations to authenticated;
