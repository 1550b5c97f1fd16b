-- Acts on records.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function public.history(uuid,bigint,integer);

CREATE OR REPLACE FUNCTION private.act_on_record(kind private.kinds, state jsonb, act text, change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  record constant uuid := state ->> 'id';
  -- The record is locked before its draft.
  draft public.drafts := (select d from public.drafts d where d.record_id = record for update);
  key text;
begin
  case act
    when 'delete' then
      execute format('delete from public.%I t where t.id = $1', kind.relation) using record;
    when 'publish' then
      if private.public_from(kind, state) > now() then
        change := jsonb_build_object(kind.public_key, case kind.public_key when 'published_at' then to_jsonb(now()) else 'true' end);
      end if;
      if draft.id is not null then
        perform private.publish_draft(kind.relation, record, coalesce(change, '{}'), null, draft.updated_at);
      elsif change is not null then
        perform private.change_record(kind, state, change);
      else
        perform private.refuse_record('It is public, and no change of it waits for publication.');
      end if;
    when 'unschedule' then
      if private.scheduled_for(kind.relation, record) is not null then
        perform private.change_record(kind, state, jsonb_build_object(kind.public_key, null));
      elsif draft.publish_at is not null then
        update public.drafts d set publish_at = null where d.id = draft.id;
      else
        perform private.refuse_record('It is not scheduled.');
      end if;
    when 'move' then
      key := (select min(k) from jsonb_object_keys(change) k);
      if draft.content -> key is distinct from state -> key and draft.id is not null then
        perform private.refuse_record('Its unpublished changes have another category: move it in its form.');
      end if;
      -- What waits goes on from the record as it is now, unless that had changed before.
      draft.entry := case when private.last_entry(record) > draft.entry then draft.entry end;
      perform private.change_record(kind, state, change);
      update public.drafts d set content = d.content || change, entry = coalesce(draft.entry, private.last_entry(record))
      where d.id = draft.id and d.content -> key <> change -> key;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.act_on_records(kind text, ids uuid[], act text, change jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(change_set uuid, id uuid, title text, refused text, is_gone boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant private.kinds := (select k from private.kinds k where k.relation = kind);
  ordered constant uuid[] := array(select distinct i from unnest(ids) i where i is not null order by i);
  state jsonb;
begin
  perform private.expect_several(ids);
  if private.is_acted_on(given) then
    -- All of them first, so that no lock of a category comes before one of a record.
    perform private.lock_document(kind, i) from unnest(ordered) i;
  end if;
  perform private.expect_act(given, act, change);
  change_set := private.current_act();
  foreach id in array ordered loop
    state := private.stored_row(kind, id);
    refused := null;
    is_gone := state is null;
    title := coalesce(state ->> given.title_key, (
      select t.title from public.trail t where t.row_id = act_on_records.id and t.relation = kind order by t.id desc limit 1
    ), '');
    begin
      if is_gone then
        perform private.refuse_record('Somebody else has deleted it meanwhile.');
      end if;
      perform private.act_on_record(given, state, act, case when act = 'move' then change end);
    exception when others then
      refused := private.reason_of(sqlstate, sqlerrm);
      if refused is null then
        raise;
      end if;
    end;
    return next;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.change_record(kind private.kinds, state jsonb, change jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.put_table(
    kind.relation, jsonb_build_array(change || jsonb_build_object('id', state -> 'id')),
    jsonb_build_object(state ->> 'id', state)
  );
$function$;

CREATE OR REPLACE FUNCTION private.expect_act(kind private.kinds, act text, change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  category text;
  key text;
  is_there boolean;
begin
  if private.is_acted_on(kind) is not true
    or (act in ('publish', 'unschedule') and kind.has_drafts or act in ('move', 'delete')) is not true then
    raise exception using errcode = 'PT400', message = format('The act "%s" is not one of "%s".', act, kind.relation);
  elsif act = 'move' then
    select c.relation, u.key into category, key from private.kinds c cross join lateral private.uses_of(c.relation) u
    where u.relation = kind.relation and change ? u.key;
    if key is null or change - key <> '{}' then
      raise exception using errcode = 'PT400', message = format('A record of "%s" is moved by one column of a category.', kind.relation);
    end if;
    -- After the records, as in saves.
    execute format('select true from public.%I t where t.id = $1 for key share', category)
      into is_there using (change ->> key)::uuid;
    if is_there is null and change ->> key is not null then
      raise exception using errcode = 'PT409', message = 'The category was deleted meanwhile. Choose another.';
    end if;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.expect_several(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.expect_staff();
  if cardinality(ids) > 100 then
    raise exception using errcode = 'PT400', message = format('At most 100 records are changed at once; these are %s.', cardinality(ids));
  end if;
  -- Before the locks of records, as in other writes of several.
  perform private.hold_role();
  perform private.role_at_write();
  perform private.lock_redirects();
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_acted_on(kind private.kinds)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select kind.parent is null and (kind.has_drafts or kind.relation = 'matrix_workshops');
$function$;

CREATE OR REPLACE FUNCTION private.is_as_at(relation text, record uuid, entry bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant jsonb[] := private.lock_document(relation, record);
  past constant jsonb[] := jsonb_build_object(
    'relation', relation, 'id', record, 'state', private.row_at(relation, record, present[1] -> 'row', entry)
  ) || private.parts_at(relation, record, present, entry);
begin
  return (
    select jsonb_object_agg(p ->> 'id', (p -> 'state') - k.derived) from unnest(past) p
    join private.kinds k on k.relation = p ->> 'relation'
  ) = (
    select jsonb_object_agg(p ->> 'id', (p -> 'row') - k.derived) from unnest(present) p
    join private.kinds k on k.relation = p ->> 'relation'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.reason_of(code text, message text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when code ~ '^(PT\d{3}|P0001)$' or code = '42501' then message
    when code = '23505' then 'Another record has its address or name.'
    when code ~ '^2[23]' then 'Its content is not allowed any more: save it in its form.'
  end;
$function$;

CREATE OR REPLACE FUNCTION private.records_of_change_set(change_set uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when bool_and(
    t.relation in ('drafts', 'redirects', 'links') or coalesce(private.is_acted_on(o) and (k.parent is not null or t.operation <> 'insert'), false)
  ) then array_agg(distinct t.record_id) filter (where t.relation not in ('redirects', 'links')) end
  from public.trail t
  left join private.kinds k on k.relation = t.relation
  left join private.kinds o on o.relation = private.owned_relation(k.relation, '{}')
  where t.act = change_set;
$function$;

CREATE OR REPLACE FUNCTION private.refuse_record(reason text, code text DEFAULT 'PT409'::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = code, message = reason;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_back_change(change_set uuid, record uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first bigint;
  last bigint;
  is_deletion boolean;
  kind constant text := (select t.relation from public.trail t where t.row_id = record order by t.id desc limit 1);
  newest constant bigint := (select max(t.id) from public.trail t where t.record_id = record or t.row_id = record);
  adjusted text[] := '{}';
begin
  select min(t.id) filter (where t.relation <> 'drafts'), max(t.id), bool_or(t.row_id = record and t.operation = 'delete')
  into first, last, is_deletion
  from public.trail t where t.act = change_set and t.record_id = record;
  if is_deletion then
    adjusted := private.restore_deleted(record);
  elsif newest > last and (
    exists (select from public.trail t where t.record_id = record and t.relation = 'drafts' and t.id > last)
    or private.is_as_at(kind, record, last) is not true
  ) then
    perform private.refuse_record('Somebody has changed it since.');
  else
    if first is not null then
      adjusted := private.restore_version(record, first - 1, newest);
    end if;
    perform private.take_back_draft(t) from public.trail t
    where t.act = change_set and t.record_id = record and t.relation = 'drafts';
  end if;
  perform private.take_back_link(t) from public.trail t
  where t.act = change_set and t.relation = 'links' and record::text = coalesce(
    t.before ->> 'page_id', t.after ->> 'page_id', (select l.page_id from public.links l where l.id = t.row_id)::text
  );
  return adjusted;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_back_draft(entry public.trail)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- What was written of the record together with it.
  beside constant public.trail := (
    select t from public.trail t where t.act = entry.act and t.row_id = entry.record_id and t.operation = 'update'
  );
  planned timestamptz := entry.before ->> 'publish_at';
begin
  if entry.operation = 'delete' then
    perform private.restore_deleted(entry.row_id);
  end if;
  if planned <= now() then
    if entry.operation = 'update' then
      perform private.refuse_record('The time of its draft has passed meanwhile.');
    end if;
    planned := null;
  end if;
  update public.drafts d set
    publish_at = coalesce(planned, d.publish_at),
    content = case when entry.operation = 'update' then d.content || coalesce(beside.before, '{}') else d.content end,
    entry = case when entry.operation = 'delete' or d.entry >= beside.id then private.last_entry(d.record_id) else d.entry end
  where d.id = entry.row_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_back_link(entry public.trail)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  case entry.operation
    when 'insert' then delete from public.links l where l.id = entry.row_id;
    when 'delete' then perform private.restore_deleted(entry.row_id);
    else update public.links l set place = coalesce(entry.before ->> 'place', l.place) where l.id = entry.row_id;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.undo_change_set(change_set uuid)
 RETURNS TABLE(id uuid, title text, refused text, adjusted text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  records constant uuid[] := private.records_of_change_set(change_set);
begin
  perform private.expect_several(records);
  if records is null then
    raise exception using errcode = 'PT404', message = 'The history does not hold this change, or it is none of several records.';
  end if;
  perform private.lock_document(t.relation, t.row_id) from (
    select distinct t.relation, t.row_id from public.trail t
    where t.act = change_set and t.row_id = t.record_id and t.row_id = any (records) order by t.row_id
  ) t;
  foreach id in array records loop
    refused := null;
    adjusted := '{}';
    title := (
      select t.title from public.trail t where t.act = change_set and t.record_id = undo_change_set.id
      order by t.row_id = undo_change_set.id desc, t.id limit 1
    );
    begin
      adjusted := private.take_back_change(change_set, id);
    exception when others then
      refused := private.reason_of(sqlstate, sqlerrm);
      if refused is null then
        raise;
      end if;
    end;
    return next;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION public.act_on_records(kind text, ids uuid[], act text, change jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(change_set uuid, id uuid, title text, refused text, is_gone boolean)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.act_on_records(kind, ids, act, change);
$function$;

CREATE OR REPLACE FUNCTION public.history(record uuid, before_entry bigint DEFAULT NULL::bigint, size integer DEFAULT 20)
 RETURNS TABLE(act uuid, happened_at timestamp with time zone, actor_id uuid, actor_address text, actor_name text, last_entry bigint, entry_count bigint, entries jsonb, together integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with acts as (
    select t.act, max(t.id) as last_entry, count(*) as entry_count
    from public.trail t
    where t.record_id = record or t.row_id = record
    group by t.act
    having before_entry is null or max(t.id) < before_entry
    order by last_entry desc
    limit least(greatest(size, 0), 100)
  )
  select
    a.act, newest.happened_at, newest.actor_id, actor.address, actor.name, a.last_entry, a.entry_count, listed.entries,
    coalesce(cardinality(private.records_of_change_set(a.act)), 0)
  from acts a
  join public.trail newest on newest.id = a.last_entry
  left join lateral private.person(newest.actor_id) actor on true
  cross join lateral (
    select jsonb_agg(
      jsonb_build_object(
        'id', e.id, 'operation', e.operation, 'relation', e.relation, 'title', e.title,
        'changed', case when e.operation = 'update' then (select jsonb_agg(k order by k) from jsonb_object_keys(e.before) k) else '[]' end
      ) order by e.id
    ) as entries
    from (
      select t.* from public.trail t
      where t.act = a.act and (t.record_id = record or t.row_id = record)
      order by t.id limit 50
    ) e
  ) listed
  order by a.last_entry desc;
$function$;

CREATE OR REPLACE FUNCTION public.undo_change_set(change_set uuid)
 RETURNS TABLE(id uuid, title text, refused text, adjusted text[])
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.undo_change_set(change_set);
$function$;

revoke all on function private.act_on_record(private.kinds,jsonb,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.act_on_records(text,uuid[],text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.act_on_records(text,uuid[],text,jsonb) to authenticated;

revoke all on function private.change_record(private.kinds,jsonb,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.expect_act(private.kinds,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.expect_several(uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.is_acted_on(private.kinds) from public, anon, authenticated, service_role;

revoke all on function private.is_as_at(text,uuid,bigint) from public, anon, authenticated, service_role;

revoke all on function private.reason_of(text,text) from public, anon, authenticated, service_role;

revoke all on function private.records_of_change_set(uuid) from public, anon, authenticated, service_role;
grant execute on function private.records_of_change_set(uuid) to authenticated;

revoke all on function private.refuse_record(text,text) from public, anon, authenticated, service_role;

revoke all on function private.take_back_change(uuid,uuid) from public, anon, authenticated, service_role;

revoke all on function private.take_back_draft(public.trail) from public, anon, authenticated, service_role;

revoke all on function private.take_back_link(public.trail) from public, anon, authenticated, service_role;

revoke all on function private.undo_change_set(uuid) from public, anon, authenticated, service_role;
grant execute on function private.undo_change_set(uuid) to authenticated;

revoke all on function public.act_on_records(text,uuid[],text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.act_on_records(text,uuid[],text,jsonb) to authenticated;

revoke all on function public.undo_change_set(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_change_set(uuid) to authenticated;

comment on function private.act_on_record(private.kinds,jsonb,text,jsonb) is 'Acts on a locked record with this state. The triggers of its table ask for the role.';

comment on function private.act_on_records(text,uuid[],text,jsonb) is 'For staff: acts on at most 100 records of a kind, each as its single act: publish, unschedule, delete, or move by change, such as {"category_id": null}. Returns each, with the reason if it was refused, as one that is gone, and the change set of all, which undo_change_set takes back.';

comment on function private.expect_act(private.kinds,text,jsonb) is 'Refuses an act that the records of a kind do not have, and a category that is gone.';

comment on function private.expect_several(uuid[]) is 'Refuses a caller who is not staff, and more records than a page of a list has.';

comment on function private.is_acted_on(private.kinds) is 'Whether lists act on several records of a kind.';

comment on function private.is_as_at(text,uuid,bigint) is 'Whether a record and its parts are as right after an entry: nothing came since, or all of it was taken back.';

comment on function private.reason_of(text,text) is 'Why a record was refused, in words for people; null for a failure that is not about the record, such as a deadlock.';

comment on function private.records_of_change_set(uuid) is 'The records that a change set changed or deleted; null when it did something else, too, which undo_change_set does not take back.';

comment on function private.take_back_change(uuid,uuid) is 'Restores one record of a change set. Returns the columns that had to be adjusted.';

comment on function private.take_back_draft(public.trail) is 'Takes back what a change set wrote of a draft, after its record: its publication, its time, or its category.';

comment on function private.take_back_link(public.trail) is 'Takes back what a change set wrote of the link of a page, which has a history of its own.';

comment on function private.undo_change_set(uuid) is 'For staff: takes back what one change set did to at most 100 records, each as by restoring it. Returns each, with the reason if it was refused, as one that somebody has changed since, or the columns that had to be adjusted.';

comment on function public.act_on_records(text,uuid[],text,jsonb) is 'For staff: acts on at most 100 records of a kind, each as its single act: publish, unschedule, delete, or move by change, such as {"category_id": null}. Returns each, with the reason if it was refused, as one that is gone, and the change set of all, which undo_change_set takes back.';

comment on function public.history(uuid,bigint,integer) is 'The change sets of a record, newest first; those of a course include its modules and lessons. entries: the first 50 writes of each change set, without the texts. For older ones set before_entry to the last_entry of the oldest known one. actor_address: null once the account actor_id is deleted. together: how many records undo_change_set takes back, 0 where it does not.';

comment on function public.undo_change_set(uuid) is 'For staff: takes back what one change set did to at most 100 records, each as by restoring it. Returns each, with the reason if it was refused, as one that somebody has changed since, or the columns that had to be adjusted.';

revoke all on function public.history(uuid,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.history(uuid,bigint,integer) to authenticated;
grant execute on function public.history(uuid,bigint,integer) to service_role;

reset check_function_bodies;
