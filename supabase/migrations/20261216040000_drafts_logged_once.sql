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
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(e.key, e.value) from jsonb_each(state) e where e.key = any (private.columns_of_draft(relation));
$function$;

CREATE OR REPLACE FUNCTION private.content_of(relation text, record uuid, state jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.columns_in_draft(relation, state || private.parts_of_record(relation, record));
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
declare
  list text;
begin
  if private.last_entry(draft.record_id) > draft.entry then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.relation = 'pages' then
    perform public.save_page(draft.record_id, null, draft.content);
  else
    list := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(draft.content - 'modules') k);
    execute format(
      'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      draft.relation, list
    ) using draft.content, draft.record_id;
  end if;
  if draft.relation = 'courses' then
    perform private.put_modules(draft.record_id, draft.content -> 'modules');
  end if;
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
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', draft.relation) into live using record;
  return private.state_of_draft(draft) || jsonb_build_object('began', private.beginning_of_draft(draft, live));
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
  parent constant uuid := coalesce(
    stored ->> 'module_id', stored ->> 'course_id', stored ->> 'matrix_workshop_id', stored ->> 'record_id'
  )::uuid;
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
      when tg_table_name in ('modules', 'matrix_workshop_learning_objectives') or stored ? 'record_id' then parent
      -- A lesson that is deleted by cascade finds its module in the trail only: deletions are recorded before they
      -- happen.
      when tg_table_name = 'lessons' then coalesce(
        (select m.course_id from public.modules m where m.id = parent),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
      else own_id
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

CREATE TRIGGER record_in_trail AFTER INSERT OR UPDATE ON public.drafts FOR EACH ROW EXECUTE FUNCTION private.record_in_trail('content', 'entry');

revoke all on function private.beginning_of_draft(public.drafts,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.columns_in_draft(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.draft_to_write(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.put_draft(public.drafts) from public, anon, authenticated, service_role;

revoke all on function private.state_of_draft(public.drafts) from public, anon, authenticated, service_role;

comment on function private.beginning_of_draft(public.drafts,jsonb) is 'The columns of the record when its draft began, computed from its present state; null when the audit log does not hold them any more.';

comment on function private.columns_in_draft(text,jsonb) is 'The columns of a record that its draft has, too.';

comment on function private.draft_to_write(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'The draft of a locked record, which it locks, or a new one without an id, which is a copy of the record. 409 unless version and base are the present ones.';

comment on function private.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'For staff: writes the draft of a record, with these columns, to the record and deletes it. 409 as save_draft, and also when the record has changed since the draft began.';

comment on function private.put_draft(public.drafts) is 'Publishes a draft, which was stored or not, of a locked record. 409 when the record has changed since the draft began.';

comment on function private.record_in_trail() is 'Records a write in public.trail. Arguments: the columns that are left out: derived ones, and the content of a draft.';

comment on function private.state_of_draft(public.drafts) is 'A draft as forms read it. is_stale: the record has changed since the draft began.';

comment on function public.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'For staff: writes the draft of a record, with these columns, to the record and deletes it. 409 as save_draft, and also when the record has changed since the draft began.';

reset check_function_bodies;
