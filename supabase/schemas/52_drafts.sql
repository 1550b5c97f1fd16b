-- Presence: which accounts have the form of a record open.

create table private.open_records (
  account uuid not null references auth.users (id) on delete cascade,
  kind text not null constraint open_records_kind check (length(kind) between 1 and 63),
  record uuid not null,
  seen_at timestamptz not null default now(),
  primary key (record, kind, account)
);
comment on table private.open_records is
  'Heartbeats of open forms. They count for 60 seconds; open_record deletes those of a record after 90, private.retention all others.';
comment on column private.open_records.kind is 'The table of the record.';

-- Drafts of public records. A draft is stored beside its record, so that no policy, query or trigger of the record has
-- to know it: visitors read the record, staff also the draft. Publishing writes its content to the record.

create table public.drafts (
  id uuid primary key default gen_random_uuid(),
  relation text not null,
  record_id uuid not null constraint drafts_record_id_key unique,
  entry bigint not null,
  content jsonb not null constraint drafts_content_object check (jsonb_typeof(content) = 'object'),
  publish_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.drafts is
  'Drafts of posts, pages, workshops, ads and courses, at most one for each. save_draft, publish_draft and discard_draft write them.';
comment on column public.drafts.relation is 'The table of the record.';
comment on column public.drafts.entry is
  'The newest entry of the audit log about the record when the draft began, 0 for none. Later ones make it a conflict.';
comment on column public.drafts.content is
  'The columns of the record; links of a page: [{"place"}]; modules of a course, with their lessons, in order, and when each was changed.';
comment on column public.drafts.publish_at is 'Time from which the draft is published; null for none.';
comment on column public.drafts.failure is 'Why it was not published at its time; null unless that failed.';

create index open_records_account on private.open_records (account);
create index open_records_oldest on private.open_records (seen_at);
create index drafts_due on public.drafts (publish_at) where publish_at is not null;

alter table private.open_records enable row level security;
alter table public.drafts enable row level security;

create policy "Staff read drafts" on public.drafts
  for select to authenticated using ((select private.is_staff()));

create function private.open_record(kind text, record uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.open_records o where (o.account, o.kind, o.record) in (
    select r.account, r.kind, r.record from private.open_records r
    where r.kind = open_record.kind and r.record = open_record.record and r.account <> auth.uid()
      and r.seen_at < now() - interval '90 seconds'
    for update skip locked
  );
  insert into private.open_records (account, kind, record)
  values (auth.uid(), open_record.kind, open_record.record)
  on conflict on constraint open_records_pkey do update set seen_at = now();
  return array(
    select coalesce(p.name, p.address) as shown
    from private.open_records o
    join private.staff s on s.user_id = o.account
    cross join private.person(o.account) p
    where o.kind = open_record.kind and o.record = open_record.record and o.account <> auth.uid()
      and o.seen_at > now() - interval '60 seconds'
    order by shown
  );
end;
$$;
comment on function private.open_record(text, uuid) is
  'For staff: says that the caller has the form of a record open, and returns the names of others who said so in the last 60 seconds.';
select private.expose('open_record', 'authenticated');

create function private.close_record(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.open_records o
  where o.account = auth.uid() and o.kind = close_record.kind and o.record = close_record.record;
end;
$$;
comment on function private.close_record(text, uuid) is 'For staff: says that the caller has left the form of a record.';
select private.expose('close_record', 'authenticated');

create function private.columns_of_draft(relation text) returns text[]
language sql stable set search_path = ''
as $$
  select k.document from private.kinds k where k.relation = columns_of_draft.relation and k.has_drafts;
$$;
comment on function private.columns_of_draft(text) is
  'The keys of a draft''s content; null for a table whose rows have no drafts.';

create function private.expression_of_parts(relation text, parent text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(string_agg(format(
      ' || jsonb_build_object(%1$L, (
         select coalesce(jsonb_agg(jsonb_build_object(%2$s)%3$s order by %1$I.%4$I, %1$I.id), ''[]'')
         from public.%1$I where %1$I.%5$I = %6$I.id
       ))',
      k.relation,
      -- A part that its document knows by a column needs no id there.
      (
        select string_agg(format('%1$L, %2$I.%1$I', c, k.relation), ', ')
        from unnest(case when k.part_key is null then '{id, updated_at}'::text[] end || k.document) c
        where c not in (select p.relation from private.kinds p where p.parent = k.relation)
      ),
      private.expression_of_parts(k.relation, k.relation), coalesce(k.place_key, 'id'), k.parent_key, expression_of_parts.parent
    ), ''), '')
    from private.kinds k where k.parent = expression_of_parts.relation
  );
end;
$$;
comment on function private.expression_of_parts(text, text) is
  'SQL that appends to a JSON object the parts of the row to which the alias parent refers.';

create function private.parts_of(relation text, id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parts jsonb;
begin
  execute format('select ''{}''::jsonb %s from (values ($1)) record (id)', private.expression_of_parts(relation, 'record'))
    into parts using id;
  return parts;
end;
$$;
comment on function private.parts_of(text, uuid) is 'The parts of a row as its document has them.';

create function private.columns_in_draft(relation text, state jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  keys constant text[] := private.columns_of_draft(relation);
begin
  return (select jsonb_object_agg(e.key, e.value) from jsonb_each(state) e where e.key = any (keys));
end;
$$;
comment on function private.columns_in_draft(text, jsonb) is 'The columns of a record that its draft has, too.';

create function private.content_of(relation text, record uuid, state jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select private.columns_in_draft(relation, state || private.parts_of(relation, record));
$$;
comment on function private.content_of(text, uuid, jsonb) is
  'A state of a record as the content of a draft. Its parts are those of now.';

create function private.last_entry(record uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(max(t.id), 0) from public.trail t
  where t.record_id = record
    and (t.row_id = record or t.relation in (select k.relation from private.kinds k where k.is_versioned))
    -- What follows from the text is no conflict.
    and coalesce(t.before - 'ai' <> '{}', true);
$$;
comment on function private.last_entry(uuid) is
  'The newest entry of the audit log about a record itself, 0 for none: what is about its draft or a sign-off does not count.';

create function private.expect_types(relation text, rows jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  list private.kinds;
  parts jsonb;
begin
  execute format('select from jsonb_populate_recordset(null::public.%I, $1)', relation) using rows;
  for list in select k.* from private.kinds k where k.parent = expect_types.relation loop
    parts := jsonb_path_query_array(rows, format('$[*].%I[*]', list.relation)::jsonpath);
    if list.part_key is null and exists (select from jsonb_array_elements(parts) p where (p ->> 'id')::uuid is null) then
      raise exception using errcode = 'PT400', message = format('Each row of "%s" in a draft needs an id.', list.relation);
    end if;
    perform private.expect_types(list.relation, parts);
  end loop;
end;
$$;
comment on function private.expect_types(text, jsonb) is
  'Refuses values of other types in documents, and parts that a document does not identify.';

create function private.expect_content(relation text, columns jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] := private.columns_of_draft(relation);
  unknown constant text := (select min(k) from jsonb_object_keys(columns) k where k <> all (known));
begin
  if unknown is not null then
    raise exception using errcode = 'PT400', message = format(
      'A draft of %s has no "%s"; expected some of: %s.', relation, unknown, array_to_string(known, ', ')
    );
  end if;
  perform private.expect_types(relation, jsonb_build_array(columns));
end;
$$;
comment on function private.expect_content(text, jsonb) is 'Refuses columns that a record of this kind does not have, and values of other types.';

create function private.place_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  if exists (select from public.drafts d where d.record_id = new.record_id) then
    raise exception using errcode = 'PT409', message = 'There is a newer draft of it.';
  end if;
  execute format('select true from public.%I t where t.id = $1 for no key update', new.relation)
    into is_there using new.record_id;
  if is_there is null then
    raise exception using errcode = 'PT409', message = 'What it is a draft of is in the trash: restore that first.';
  end if;
  -- A restored draft waits for somebody who publishes it.
  new.publish_at := null;
  return new;
end;
$$;

create function private.delete_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.drafts d where d.record_id = old.id;
  return null;
end;
$$;

create function private.lock_record(relation text, record uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.hold_role();
  perform private.role_at_write();
  if private.columns_of_draft(relation) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', relation);
  elsif private.lock_document(relation, record) is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  return private.stored_row(relation, record);
end;
$$;
comment on function private.lock_record(text, uuid) is
  'The present state of a record, which is locked before its draft. 404 when there is none.';

create function private.draft_to_write(
  kind text, record uuid, live jsonb, base timestamptz, version timestamptz
) returns public.drafts
language plpgsql volatile set search_path = ''
as $$
declare
  draft public.drafts;
begin
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if draft.updated_at is distinct from version or base <> (live ->> 'updated_at')::timestamptz then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.id is null then
    draft.relation := kind;
    draft.record_id := record;
    draft.content := private.content_of(kind, record, live);
  end if;
  if draft.id is null or base is not null then
    draft.entry := private.last_entry(record);
  end if;
  return draft;
end;
$$;
comment on function private.draft_to_write(text, uuid, jsonb, timestamptz, timestamptz) is
  'The draft of a locked record, which it locks, or a new one without an id, which is a copy of the record. 409 unless version and base are the present ones.';

create function private.save_draft(
  kind text, record uuid, columns jsonb, base timestamptz default null, version timestamptz default null,
  publish_at timestamptz default null
) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live jsonb;
  draft public.drafts;
  saved timestamptz;
begin
  perform private.expect_staff();
  live := private.lock_record(kind, record);
  perform private.expect_content(kind, columns);
  draft := private.draft_to_write(kind, record, live, base, version);
  if draft.id is null then
    insert into public.drafts (relation, record_id, entry, content)
    values (kind, record, draft.entry, draft.content || columns)
    returning * into draft;
    if publish_at is null then
      return draft.updated_at;
    end if;
  end if;
  update public.drafts d set
    content = d.content || columns, publish_at = save_draft.publish_at, failure = null, entry = draft.entry
  -- A scheduled draft is saved in any case: its time is that of whoever saved it last.
  where d.id = draft.id and (
    save_draft.publish_at is not null
    or (d.content || columns, null::timestamptz, null, draft.entry) is distinct from (d.content, d.publish_at, d.failure, d.entry)
  )
  returning d.updated_at into saved;
  return coalesce(saved, draft.updated_at);
end;
$$;
comment on function private.save_draft(text, uuid, jsonb, timestamptz, timestamptz, timestamptz) is
  'For staff: stores columns in the draft of a record, and returns its version. 409 unless version is the updated_at of the draft, null for none, and base that of the record. base: the record that the content takes into account; null for an unchanged one. publish_at: when to publish it.';
select private.expose('save_draft', 'authenticated');

create function private.discard_draft(record uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from public.drafts d where d.record_id = record and d.updated_at = version;
  if not found and exists (select from public.drafts d where d.record_id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
end;
$$;
comment on function private.discard_draft(uuid, timestamptz) is
  'For staff: deletes the draft of a record, which can be restored for 30 days. 409 unless version is its updated_at.';
select private.expose('discard_draft', 'authenticated');

create function private.state_of_draft(draft public.drafts) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(draft) - array['relation', 'record_id', 'entry']
    || jsonb_build_object('is_stale', private.last_entry(draft.record_id) > draft.entry);
$$;
comment on function private.state_of_draft(public.drafts) is
  'A draft as forms read it. is_stale: the record has changed since the draft began.';

create function private.beginning_of_draft(draft public.drafts, live jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  -- Without the entries since then the record of then is not known.
  select case when exists (select from public.trail t where t.id <= draft.entry) or draft.entry = 0 then
    private.content_of(
      draft.relation, draft.record_id, private.row_at(draft.relation, draft.record_id, live, draft.entry)
    ) - 'modules'
  end;
$$;
comment on function private.beginning_of_draft(public.drafts, jsonb) is
  'The columns of the record when its draft began, computed from its present state; null when the audit log does not hold them any more.';

create function private.read_draft(record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  draft public.drafts;
  live jsonb;
begin
  perform private.expect_staff();
  select d.* into draft from public.drafts d where d.record_id = record;
  if draft.id is null then
    return null;
  end if;
  live := private.stored_row(draft.relation, record);
  return private.state_of_draft(draft) || jsonb_build_object('began', private.beginning_of_draft(draft, live));
end;
$$;
comment on function private.read_draft(uuid) is
  'For staff: the draft of a record, null for none. is_stale: the record has changed since the draft began. began: the columns of the record of then, null when the audit log does not hold them any more.';
select private.expose('read_draft', 'authenticated');

create trigger touch_updated_at before update on public.drafts
  for each row execute function private.touch_updated_at();
create trigger place_draft before insert on public.drafts
  for each row execute function private.place_draft();

-- The audit log. A draft shows in the history of its record.

-- Its content is logged once, when it is deleted: a draft that was saved again is not restored, a discarded one is. The new
-- version says that it was saved.
create trigger record_in_trail after insert or update on public.drafts
  for each row execute function private.record_in_trail('content', 'entry');
create trigger record_deletion_in_trail before delete on public.drafts
  for each row execute function private.record_in_trail('updated_at');
create trigger note_byline after insert or update on public.drafts
  for each row when (new.relation = 'posts') execute function private.note_byline();

grant select on public.drafts to authenticated, service_role;
