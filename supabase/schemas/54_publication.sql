-- Publication of drafts: at once, at a time, or by request.

create table private.publication_requests (
  record uuid primary key,
  kind text not null,
  account uuid not null references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
comment on table private.publication_requests is
  'Records that wait for a publisher. Publishing, discarding the draft and deleting end a request.';
comment on column private.publication_requests.kind is 'The table of the record.';

-- Schedules: whoever set the time must still be allowed to publish when it comes.
create table private.schedules (
  draft uuid primary key references public.drafts (id) on delete cascade,
  account uuid references auth.users (id) on delete set null
);
comment on table private.schedules is
  'The account that set the time of publication of a draft last. null: the account is deleted.';

create index publication_requests_account on private.publication_requests (account);
create index publication_requests_oldest on private.publication_requests (requested_at);
create index schedules_account on private.schedules (account);

alter table private.publication_requests enable row level security;
alter table private.schedules enable row level security;

create function private.put_draft(draft public.drafts) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if private.last_entry(draft.record_id) > draft.entry then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  perform private.put_document(draft.relation, draft.record_id, draft.content);
  delete from public.drafts d where d.id = draft.id;
end;
$$;
comment on function private.put_draft(public.drafts) is
  'Publishes a draft, which was stored or not, of a locked record. 409 when the record has changed since the draft began.';

create function private.publish_draft(
  kind text, record uuid, columns jsonb, base timestamptz default null, version timestamptz default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live jsonb;
  draft public.drafts;
begin
  perform private.expect_staff();
  live := private.lock_record(kind, record);
  perform private.expect_content(kind, columns);
  draft := private.draft_to_write(kind, record, live, base, version);
  draft.content := draft.content || columns;
  perform private.put_draft(draft);
end;
$$;
comment on function private.publish_draft(text, uuid, jsonb, timestamptz, timestamptz) is
  'For staff: writes the draft of a record, with these columns, to the record and deletes it. 409 as save_draft, and also when the record has changed since the draft began.';
select private.expose('publish_draft', 'authenticated');

create function private.publish_due_drafts() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  draft public.drafts;
  fault text;
  published integer := 0;
begin
  for due in
    select d.relation, d.record_id from public.drafts d where d.publish_at <= now() order by d.publish_at, d.id
  loop
    begin
      -- Before the lock of a record, as in other writes of several.
      perform private.lock_redirects();
      -- A removal at the same time comes before or after.
      lock table private.staff in row exclusive mode;
      perform private.lock_record(due.relation, due.record_id);
      select d.* into draft from public.drafts d where d.record_id = due.record_id and d.publish_at <= now() for update;
      continue when draft.id is null;
      fault := private.refusal_of_schedule(draft);
      if fault is null then
        perform private.put_draft(draft);
        published := published + 1;
      else
        update public.drafts d set publish_at = null, failure = fault where d.id = draft.id;
      end if;
    exception when others then
      update public.drafts d set publish_at = null, failure = sqlerrm where d.record_id = due.record_id;
    end;
  end loop;
  return published;
end;
$$;
comment on function private.publish_due_drafts() is
  'Publishes the drafts whose time has come, and returns how many. One that cannot be published stays, with the reason. The embedded backend calls it, elsewhere a schedule of pg_cron.';

-- Requests of publication.

create function private.expect_draft_of(kind text, record uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  live jsonb;
  fault text;
begin
  perform private.expect_staff();
  if private.columns_of_draft(kind) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', kind);
  end if;
  live := private.stored_row(kind, record);
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  fault := private.refusal(private.role_of_caller(), private.owns(kind, record), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  elsif private.is_public(kind, live) and not exists (
    select from public.drafts d where d.record_id = record and d.publish_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Nothing waits for publication: save a draft first.';
  end if;
end;
$$;
comment on function private.expect_draft_of(text, uuid) is
  'Refuses a record of which nothing is to be published, or whose draft is not the caller''s to write.';

create function private.request_publication(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_draft_of(kind, record);
  insert into private.publication_requests (record, kind, account)
  values (request_publication.record, request_publication.kind, (select auth.uid()))
  on conflict do nothing;
end;
$$;
comment on function private.request_publication(text, uuid) is
  'For staff: asks publishers to publish a record or its draft. 409 when nothing waits; an earlier request stays.';
select private.expose('request_publication', 'authenticated');

create function private.withdraw_request(record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.publication_requests r
  where r.record = withdraw_request.record
    and (r.account = (select auth.uid()) or private.role_of_caller() = 'publisher');
  if not found then
    raise exception using errcode = 'PT404', message = 'You have no request about it.';
  end if;
end;
$$;
comment on function private.withdraw_request(uuid) is
  'For staff: ends a request of publication, which the caller made. Publishers end those of others, too.';
select private.expose('withdraw_request', 'authenticated');

create function private.refusal_in_form(kind text, record uuid, is_public boolean) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  given constant private.kinds := (select k from private.kinds k where k.relation = kind);
  role constant text := private.role_of_caller();
begin
  return case
    when given.owner_key is null then case when role is distinct from 'publisher' then 'Only publishers may do this.' end
    when kind = 'pictures' then private.refusal_of_picture(role, record, record is null)
    -- The record decides about a part, and a form of a new part does not name it.
    when given.parent is null then private.refusal(role, record is null or private.owns(kind, record), is_public)
  end;
end;
$$;
comment on function private.refusal_in_form(text, uuid, boolean) is
  'What check_role would say about a save. record: null for one that the caller creates.';

create function private.read_publication(kind text, record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'refusal', private.refusal_in_form(kind, record, true),
    'draft_refusal', private.refusal_in_form(kind, record, false),
    'request', (
      select jsonb_build_object(
        'at', r.requested_at, 'by', coalesce(p.name, p.address), 'is_own', r.account = (select auth.uid())
      )
      from private.publication_requests r cross join private.person(r.account) p
      where r.record = read_publication.record and r.kind = read_publication.kind
    )
  );
end;
$$;
comment on function private.read_publication(text, uuid) is
  'For staff: why the caller may not publish a record (refusal) or write its draft (draft_refusal), null when allowed, and who asked for its publication when. record: null for one that the caller creates.';
select private.expose('read_publication', 'authenticated');

create function private.title_of(relation text, record uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  title text;
begin
  execute format(
    'select coalesce(
       (select d.content ->> ''title'' from public.drafts d where d.record_id = $1),
       (select t.%I from public.%I t where t.id = $1), ''''
     )',
    (select k.title_key from private.kinds k where k.relation = title_of.relation), relation
  ) into title using record;
  return title;
end;
$$;
comment on function private.title_of(text, uuid) is 'The title of a record with drafts, that of its draft if it has one; an empty text when it is gone.';

create function private.publication_requests() returns table (
  kind text, record uuid, title text, requested_at timestamptz, requested_by text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select r.kind, r.record, private.title_of(r.kind, r.record), r.requested_at, coalesce(p.name, p.address)
    from private.publication_requests r
    cross join private.person(r.account) p
    where private.role_of_caller() = 'publisher' or r.account = (select auth.uid())
    order by r.requested_at, r.record
    limit 100;
end;
$$;
comment on function private.publication_requests() is
  'For staff: what waits for publication, the oldest 100 requests. Publishers see all, others their own.';
-- For earlier releases of mf-admin: the dashboard reads what_waits.
select private.expose('publication_requests', 'authenticated');

create function private.end_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  state constant jsonb := to_jsonb(coalesce(new, old));
  subject constant uuid := coalesce(state ->> 'record_id', state ->> 'id')::uuid;
begin
  -- Nearly always there is no request, and nothing else has to be read.
  if exists (select from private.publication_requests r where r.record = subject) and (
    tg_op = 'DELETE' or private.is_public(tg_table_name, state) and (
      tg_table_name = 'drafts' or not exists (select from public.drafts d where d.record_id = subject)
    )
  ) then
    delete from private.publication_requests r where r.record = subject;
  end if;
  return null;
end;
$$;
comment on function private.end_request() is
  'Ends the request about a record that is published or deleted, or whose draft is published, scheduled or discarded.';

create function private.note_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.publish_at is null then
    delete from private.schedules s where s.draft = new.id;
  elsif (select auth.uid()) is not null and current_setting('private.is_erasure', true) is distinct from 'on' then
    insert into private.schedules (draft, account) values (new.id, (select auth.uid()))
    on conflict (draft) do update set account = excluded.account;
  end if;
  return null;
end;
$$;
comment on function private.note_schedule() is 'Notes the account that scheduled a draft, or saved a scheduled one.';

create function private.refusal_of_schedule(draft public.drafts) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when s.role is null then 'Whoever set this time is not staff any more: set it again.'
    else private.refusal(s.role, exists (
      select from private.owners o
      where o.relation = draft.relation and o.record = draft.record_id and o.account = s.user_id
    ), true)
  end
  from (values (draft.id)) d (id)
  left join private.schedules c on c.draft = d.id
  left join private.staff s on s.user_id = c.account;
$$;
comment on function private.refusal_of_schedule(public.drafts) is
  'Why the time of a draft publishes nothing: the account that set it may not publish it now. null when it may.';

-- Each use of a picture says whether visitors see it now, or from a time on.

create function private.scheduled_for(relation text, record_id uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  at timestamptz;
begin
  if exists (select from private.kinds k where k.relation = scheduled_for.relation and k.public_key = 'published_at') then
    execute format('select t.published_at from public.%I t where t.id = $1 and t.published_at > now()', relation)
      into at using record_id;
  end if;
  return at;
end;
$$;
comment on function private.scheduled_for(text, uuid) is
  'The future time from which visitors see a record; null for one that they see, or never.';

create function private.with_present(state jsonb, key text) returns jsonb
language sql volatile set search_path = ''
as $$
  select case when state ->> key = 'now' then state || jsonb_build_object(key, clock_timestamp()) else state end;
$$;

create function private.resolve_now() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.content := private.with_present(new.content, 'published_at');
  if jsonb_path_exists(new.content, '$.modules[*].** ? (@.updated_at == "now")') then
    new.content := new.content || jsonb_build_object('modules', (
      select jsonb_agg(private.with_present(m.module, 'updated_at') || jsonb_build_object('lessons', (
        select coalesce(jsonb_agg(private.with_present(l.lesson, 'updated_at') order by l.place), '[]')
        from jsonb_array_elements(m.module -> 'lessons') with ordinality l (lesson, place)
      )) order by m.place)
      from jsonb_array_elements(new.content -> 'modules') with ordinality m (module, place)
    ));
  end if;
  return new;
end;
$$;
comment on function private.resolve_now() is 'Replaces ''now'' in the content of a draft by the present time.';

-- A record that was scheduled when it was deleted, or in an earlier state, is not published by its restoration.

create function private.without_passed_time(inout state jsonb, since timestamptz, out passed text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
begin
  passed := '{}';
  foreach key in array array['published_at', 'publish_at'] loop
    if (state ->> key)::timestamptz > since and (state ->> key)::timestamptz <= now() then
      state := jsonb_set(state, array[key], 'null');
      passed := passed || key;
    end if;
  end loop;
end;
$$;
comment on function private.without_passed_time(jsonb, timestamptz) is
  'A state without the time of a publication that was to come at a moment and has passed. passed: its columns.';

create trigger note_schedule after insert or update on public.drafts
  for each row execute function private.note_schedule();
create trigger resolve_now before insert or update of content on public.drafts
  for each row execute function private.resolve_now();

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('publish-due-drafts', '* * * * *', 'select private.publish_due_drafts()');
  end if;
end;
$$;
