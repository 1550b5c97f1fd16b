-- Drafts logged once.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop trigger record_in_trail on public.drafts;

drop function private.put_draft(uuid);

CREATE OR REPLACE FUNCTION private.beginning_of_draft(draft public.drafts, live jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Without the entries since then the record of then is not known.
  select case when exists (select from public.trail t where t.id <= draft.entry) or draft.entry = 0 then
    private.content_of(
      draft.relation, draft.record_id, private.row_at(draft.relation, draft.record_id, live, draft.entry)
    ) - 'modules'
  end;
$function$;

CREATE OR REPLACE FUNCTION private.columns_in_draft(relation text, state jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  keys constant text[] := private.columns_of_draft(relation);
begin
  return (select jsonb_object_agg(e.key, e.value) from jsonb_each(state) e where e.key = any (keys));
end;
$function$;

CREATE OR REPLACE FUNCTION private.content_of(relation text, record uuid, state jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.columns_in_draft(relation, state || private.parts_of(relation, record));
$function$;

CREATE OR REPLACE FUNCTION private.draft_to_write(kind text, record uuid, live jsonb, base timestamp with time zone, version timestamp with time zone)
 RETURNS public.drafts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_generated(post uuid, content text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  plain text;
  hash bytea;
  known bytea[];
begin
  if exists (select from private.generated_posts g where g.post = is_generated.post) then
    return true;
  -- The stored text needs no hash, which would cost most of a save of a long post.
  elsif not exists (select from private.generated_posts) or exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and p.content = is_generated.content
  ) then
    return false;
  end if;
  -- Once, not for each row of the comparison.
  plain := private.without_codes(content);
  hash := private.hash_with_codes(plain);
  known := array[hash, case when plain <> content then private.hash_with_codes(content) end];
  return exists (select from private.generated_posts g where g.hashes && known) and not exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and private.hash_of_content(p.content) = hash
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.publish_draft(kind text, record uuid, columns jsonb, base timestamp with time zone DEFAULT NULL::timestamp with time zone, version timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.publish_due_drafts()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.put_draft(draft public.drafts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.last_entry(draft.record_id) > draft.entry then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  perform private.put_document(draft.relation, draft.record_id, draft.content);
  delete from public.drafts d where d.id = draft.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_draft(record uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.read_editing(kind text, record uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  live jsonb;
  columns jsonb;
  draft public.drafts;
  waiting jsonb;
begin
  perform private.expect_staff();
  if record is not null and private.columns_of_draft(kind) is not null then
    live := private.stored_row(kind, record);
    if live is null then
      raise exception using errcode = 'PT404', message = 'There is no such record.';
    end if;
    -- The builder reads the outline of a course apart, without its texts.
    columns := case kind
      when 'courses' then private.columns_in_draft(kind, live) else private.content_of(kind, record, live)
    end || jsonb_build_object('id', record, 'updated_at', live -> 'updated_at');
    select d.* into draft from public.drafts d where d.record_id = record;
  end if;
  if draft.id is not null then
    waiting := private.state_of_draft(draft);
    waiting := waiting || jsonb_build_object(
      'began', case when (waiting ->> 'is_stale')::boolean then private.beginning_of_draft(draft, live) end
    );
  end if;
  return private.read_publication(kind, record) || jsonb_build_object(
    'record', columns, 'draft', waiting,
    'origin', case when kind = 'posts' and record is not null then private.read_origin(record) end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_in_trail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  old_row jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - tg_argv when 'DELETE' then stored - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then stored - tg_argv end;
  own_id constant uuid := (stored ->> 'id')::uuid;
  kind constant private.kinds := (select k from private.kinds k where k.relation = tg_table_name);
  parent constant uuid := case when kind.is_versioned then stored ->> kind.parent_key else stored ->> 'record_id' end::uuid;
  this_act constant uuid := private.current_act();
  entry bigint;
begin
  if current_setting('private.is_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o where new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.trail (
    act, actor_id, operation, relation, row_id, record_id, parent_id, title, before, after
  )
  values (
    this_act, (select auth.uid()), lower(tg_op), tg_table_name, own_id,
    case
      when parent is null then own_id
      when not exists (select from private.kinds k where k.relation = kind.parent and k.is_versioned) then parent
      -- A part of a part that is deleted by cascade finds its parent in the trail only: deletions are recorded before
      -- they happen.
      else coalesce(
        private.owned_record(tg_table_name, stored),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored ->> 'label', stored #>> '{content,title}',
      (select d.name from public.matrix_dimensions d where d.id = (stored ->> 'dimension_id')::uuid),
      stored #>> '{input_data,query}', stored #>> '{input_data,filename}', stored ->> 'workflow_type', ''
    ), old_row, new_row
  )
  returning id into entry;
  -- Once in each transaction.
  if not exists (select from public.trail t where t.act = this_act and t.id < entry) then
    perform private.apply_retention();
  end if;
  return old;
end;
$function$;

CREATE OR REPLACE FUNCTION private.save_draft(kind text, record uuid, columns jsonb, base timestamp with time zone DEFAULT NULL::timestamp with time zone, version timestamp with time zone DEFAULT NULL::timestamp with time zone, publish_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.state_of_draft(draft public.drafts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(draft) - array['relation', 'record_id', 'entry']
    || jsonb_build_object('is_stale', private.last_entry(draft.record_id) > draft.entry);
$function$;

CREATE OR REPLACE FUNCTION public.choices_of_post(post uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
      from public.categories c
    ),
    'sources', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.number), '[]')
      from (
        select o.id, o.number, o.url, o.title, o.state, o.failure
        from public.sources o where o.post_id = choices_of_post.post order by o.number limit 999
      ) s
    ),
    'check', (
      select jsonb_build_object('findings', k.findings, 'reason', k.reason)
      from public.citation_checks k where k.record_id = choices_of_post.post
    )
  );
$function$;

CREATE OR REPLACE FUNCTION public.read_editing(kind text, record uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_editing(kind, record);
$function$;

CREATE TRIGGER record_in_trail AFTER INSERT OR UPDATE ON public.drafts FOR EACH ROW EXECUTE FUNCTION private.record_in_trail('content', 'entry');

revoke all on function private.beginning_of_draft(public.drafts,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.columns_in_draft(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.draft_to_write(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.put_draft(public.drafts) from public, anon, authenticated, service_role;

revoke all on function private.read_editing(text,uuid) from public, anon, authenticated, service_role;
grant execute on function private.read_editing(text,uuid) to authenticated;

revoke all on function private.state_of_draft(public.drafts) from public, anon, authenticated, service_role;

revoke all on function public.choices_of_post(uuid) from public, anon, authenticated, service_role;
grant execute on function public.choices_of_post(uuid) to authenticated;

revoke all on function public.read_editing(text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_editing(text,uuid) to authenticated;

comment on function private.beginning_of_draft(public.drafts,jsonb) is 'The columns of the record when its draft began, computed from its present state; null when the audit log does not hold them any more.';

comment on function private.columns_in_draft(text,jsonb) is 'The columns of a record that its draft has, too.';

comment on function private.draft_to_write(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'The draft of a locked record, which it locks, or a new one without an id, which is a copy of the record. 409 unless version and base are the present ones.';

comment on function private.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'For staff: writes the draft of a record, with these columns, to the record and deletes it. 409 as save_draft, and also when the record has changed since the draft began.';

comment on function private.put_draft(public.drafts) is 'Publishes a draft, which was stored or not, of a locked record. 409 when the record has changed since the draft began.';

comment on function private.read_editing(text,uuid) is 'For staff: what the form of a record reads. record: its columns and parts, without the modules of a course; null for a new one and for a kind without drafts, whose table the form reads. draft: as read_draft, but began is null unless the record has changed since the draft began. refusal, draft_refusal and request: as read_publication. origin: as read_origin, null for anything but a post. 404 when there is no such record.';

comment on function private.record_in_trail() is 'Records a write in public.trail. Arguments: the columns that are left out: derived ones, and the content of a draft.';

comment on function private.state_of_draft(public.drafts) is 'A draft as forms read it. is_stale: the record has changed since the draft began.';

comment on function public.choices_of_post(uuid) is 'For the form of a post: all categories, the sources of the post, at most 999, and its citations as they were judged last (check). post: null for a new one.';

comment on function public.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'For staff: writes the draft of a record, with these columns, to the record and deletes it. 409 as save_draft, and also when the record has changed since the draft began.';

comment on function public.read_editing(text,uuid) is 'For staff: what the form of a record reads. record: its columns and parts, without the modules of a course; null for a new one and for a kind without drafts, whose table the form reads. draft: as read_draft, but began is null unless the record has changed since the draft began. refusal, draft_refusal and request: as read_publication. origin: as read_origin, null for anything but a post. 404 when there is no such record.';

reset check_function_bodies;
