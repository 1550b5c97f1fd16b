-- Kinds of content are rows, which functions and triggers read in place of lists of their own, and one writer of records
-- knows by them what a record consists of.
create table private.kinds (
  relation text primary key,
  parent text references private.kinds (relation),
  parent_key text,
  place_key text,
  part_key text,
  is_versioned boolean not null default false,
  owner_key text,
  public_key text,
  has_drafts boolean not null default false,
  document text[] not null default '{}',
  texts text[] not null default '{}',
  derived text[]
);
alter table private.kinds enable row level security;

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function private.fit_row(text,uuid,jsonb);

drop function private.fit_value(text,uuid,text,text);

drop function private.live_row(text,uuid);

drop function private.lock_course(uuid);

drop function private.parts_of_record(text,uuid);

drop function private.put_goals(uuid,bigint);

drop function private.put_modules(uuid,jsonb);

drop function private.put_outline(uuid,bigint);

drop function private.put_row(text,uuid,jsonb);

drop function private.reference_exists(text,text,jsonb);

CREATE OR REPLACE FUNCTION private.columns_of_draft(relation text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.document from private.kinds k where k.relation = columns_of_draft.relation and k.has_drafts;
$function$;

CREATE OR REPLACE FUNCTION private.content_of(relation text, record uuid, state jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  keys constant text[] := private.columns_of_draft(relation);
begin
  return (
    select jsonb_object_agg(e.key, e.value) from jsonb_each(state || private.parts_of(relation, record)) e
    where e.key = any (keys)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.dangling(relation text, state jsonb)
 RETURNS TABLE(key text, is_required boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reference record;
  is_there boolean;
begin
  for reference in
    select a.attname::text as key, a.attnotnull as is_required, c.confrelid::regclass as target, a.attnum as place
    from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.conrelid = format('public.%I', relation)::regclass and c.contype = 'f' and state ->> a.attname is not null
    union all
    -- The type of an ad says which table its offer is in, so that there is no constraint.
    select 'offer_id', false, case when state ->> 'type' = 'team' then 'public.workshops' else 'public.courses' end::regclass, 0
    where relation = 'ads' and state ->> 'offer_id' is not null
    order by place
  loop
    execute format('select exists (select from %s t where t.id = $1)', reference.target)
      into is_there using (state ->> reference.key)::uuid;
    if not is_there then
      key := reference.key;
      is_required := reference.is_required;
      return next;
    end if;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.expect_content(relation text, columns jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.expect_draft_of(kind text, record uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.expect_new_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_there boolean;
  -- The record of the row that had this id last. It may be in the trash of another course.
  former uuid;
begin
  execute format('select exists (select from public.%I r where r.id = $1)', tg_table_name) into is_there using new.id;
  if is_there then
    return new;
  end if;
  if exists (select from private.kinds k where k.relation = tg_table_name and k.place_key is not null) then
    former := (select t.record_id from public.trail t where t.row_id = new.id order by t.id desc limit 1);
  end if;
  if private.has_other_record(tg_table_name, new.id)
    or former not in (new.id, private.owned_record(tg_table_name, to_jsonb(new))) then
    raise exception using errcode = case tg_table_name when 'pictures' then '23505' else 'PT409' end,
      message = 'Another record has this id; expected a new one, or none.';
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.expect_place(deleted public.trail)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kind constant private.kinds := (select k from private.kinds k where k.relation = deleted.relation);
  missing constant text := (
    select d.key from private.dangling(deleted.relation, deleted.before) d where d.is_required limit 1
  );
  is_taken boolean;
begin
  if missing is not null then
    raise exception using errcode = 'PT409', message = format(
      'Its %s is in the trash: restore that first.', replace(regexp_replace(missing, '^matrix_|_id$', '', 'g'), '_', ' ')
    );
  end if;
  if kind.part_key is not null then
    execute format(
      'select exists (select from public.%I t where t.%I = $1 and t.%I = $2)', kind.relation, kind.parent_key, kind.part_key
    ) into is_taken using (deleted.before ->> kind.parent_key)::uuid, (deleted.before ->> kind.part_key)::uuid;
    if is_taken then
      raise exception using errcode = 'PT409', message = 'Another part has its place meanwhile: delete that first.';
    end if;
  end if;
  -- Moves the rows behind it.
  if kind.place_key is not null then
    execute format(
      'update public.%1$I t set %2$I = t.%2$I + 1 where t.%3$I = $1 and t.%2$I >= $2', kind.relation, kind.place_key, kind.parent_key
    ) using deleted.parent_id, (deleted.before ->> kind.place_key)::integer;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.expect_types(relation text, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.expression_of_parts(relation text, parent text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.fit_row(relation text, row_id uuid, INOUT state jsonb, together text[], OUT adjusted text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reference record;
  live jsonb;
  key text;
  fitted text;
begin
  adjusted := '{}';
  for reference in select d.* from private.dangling(relation, state) d where state ->> d.key <> all (together) loop
    live := case when reference.is_required then private.stored_row(relation, row_id) else '{}' end;
    -- Null for a row that cannot be without.
    state := state || jsonb_build_object(reference.key, live -> reference.key);
    adjusted := adjusted || case
      when reference.is_required and exists (select from private.kinds k where k.relation = fit_row.relation and k.parent is null)
        then relation || '.' || reference.key
      else reference.key
    end;
    if live is null then
      state := null;
      return;
    end if;
  end loop;
  for key in
    select a.attname::text from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = format('public.%I', relation)::regclass and i.indisunique and i.indnkeyatts = 1 and i.indpred is null
      and a.atttypid = 'text'::regtype and state ->> a.attname is not null
    union all select 'cta_url' where relation = 'ads'
  loop
    fitted := case key when 'cta_url' then private.address_in_words(state ->> key)
      else private.free_text(relation, key, row_id, state ->> key) end;
    if fitted <> state ->> key then
      state := jsonb_set(state, array[key], to_jsonb(fitted));
      adjusted := adjusted || key;
    end if;
  end loop;
  if relation = 'prompts' and (state ->> 'is_active')::boolean and exists (
    select from public.prompts p where p.is_active and p.workflow_type = state ->> 'workflow_type' and p.id <> row_id
  ) then
    state := jsonb_set(state, '{is_active}', 'false');
    adjusted := adjusted || array['is_active'];
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.has_other_record(relation text, record uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other text;
  is_there boolean;
begin
  if exists (select from private.owners o where o.record = has_other_record.record and o.relation <> has_other_record.relation)
    or exists (select from public.trail t where t.row_id = record and t.relation <> has_other_record.relation) then
    return true;
  end if;
  for other in
    select k.relation from private.kinds k where k.relation <> has_other_record.relation
    union all select unnest(array['citation_checks', 'sources', 'workflows'])
  loop
    execute format('select exists (select from public.%I t where t.id = $1)', other) into is_there using record;
    if is_there then
      return true;
    end if;
  end loop;
  return false;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_public(relation text, state jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant private.kinds := (select k from private.kinds k where k.relation = is_public.relation);
  reference constant uuid := (state ->> kind.parent_key)::uuid;
begin
  if state is null then
    return null;
  elsif reference is not null then
    return private.is_public(kind.parent, private.stored_row(kind.parent, reference));
  end if;
  -- A future time publishes, too.
  return kind.public_key is null or coalesce(state ->> kind.public_key, 'false') <> 'false';
end;
$function$;

CREATE OR REPLACE FUNCTION private.kinds_below(relation text)
 RETURNS SETOF private.kinds
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
    with recursive below as (
      select 1 as depth, k.relation from private.kinds k where k.parent = kinds_below.relation
      union all
      select b.depth + 1, k.relation from below b join private.kinds k on k.parent = b.relation
    )
    select k.* from below b join private.kinds k on k.relation = b.relation order by b.depth, b.relation;
end;
$function$;

CREATE OR REPLACE FUNCTION private.last_entry(record uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(t.id), 0) from public.trail t
  where t.record_id = record
    and (t.row_id = record or t.relation in (select k.relation from private.kinds k where k.is_versioned))
    -- What follows from the text is no conflict.
    and coalesce(t.before - 'ai' <> '{}', true);
$function$;

CREATE OR REPLACE FUNCTION private.lock_document(kind text, record uuid)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  levels constant private.kinds[] := array(select b from private.kinds_below(kind) b);
  level private.kinds;
  lock text;
  ids jsonb;
  rows jsonb[];
  present jsonb[];
begin
  -- As single edits do, so that there is no deadlock: parts in the order of their ids, outer ones first, then the record.
  -- A part with parts may be deleted, and an insert of one of these locks it, by the foreign key, before the record.
  foreach lock in array array['for no key update', 'for update', ''] loop
    if lock = '' then
      execute format('select array_agg(jsonb_build_object(''relation'', %1$L, ''id'', t.id))
        from (select t.id from public.%1$I t where t.id = $1 for no key update) t', kind) into present using record;
      exit when present is null;
    end if;
    ids := jsonb_build_object(kind, jsonb_build_array(record));
    foreach level in array levels loop
      continue when lock <> '' and not level.is_versioned
        or lock = 'for update' and not exists (select from unnest(levels) l where l.parent = level.relation);
      execute format(
        'select coalesce(array_agg(jsonb_build_object(''relation'', %1$L, ''id'', t.id, ''parent'', t.parent, ''key'', t.key)), ''{}'')
         from (
           select t.id, t.%2$I as parent, t.%3$I as key from public.%1$I t where t.%2$I = any ($1) order by t.id %4$s
         ) t', level.relation, level.parent_key, coalesce(level.part_key, 'id'), lock
      ) into rows using array(select jsonb_array_elements_text(ids -> level.parent)::uuid);
      ids := ids || jsonb_build_object(level.relation, jsonb_path_query_array(to_jsonb(rows), '$[*].id'));
      present := present || rows;
    end loop;
  end loop;
  return present;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_record(relation text, record uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.owned_record(relation text, state jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant private.kinds := (select k from private.kinds k where k.relation = owned_record.relation);
  reference constant uuid := (state ->> kind.owner_key)::uuid;
begin
  if reference is null or kind.parent is null
    or not exists (select from private.kinds k where k.relation = kind.parent and k.parent is not null) then
    return reference;
  end if;
  return private.owned_record(kind.parent, private.stored_row(kind.parent, reference));
end;
$function$;

CREATE OR REPLACE FUNCTION private.owned_relation(relation text, state jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kind private.kinds := (select k from private.kinds k where k.relation = owned_relation.relation);
begin
  if relation = 'drafts' then
    return state ->> 'relation';
  end if;
  while kind.parent is not null loop
    select k.* into kind from private.kinds k where k.relation = kind.parent;
  end loop;
  return coalesce(kind.relation, relation);
end;
$function$;

CREATE OR REPLACE FUNCTION private.parts_at(kind text, record uuid, present jsonb[], entry bigint)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  known record;
  state jsonb;
  rows jsonb[] := '{}';
begin
  for known in
    select p ->> 'relation' as relation, (p ->> 'id')::uuid as id from unnest(present) p where p ? 'parent'
    union
    select t.relation, t.row_id from public.trail t
    where t.record_id = record and t.id > entry and t.relation in (select b.relation from private.kinds_below(kind) b)
  loop
    state := private.row_at(known.relation, known.id, private.stored_row(known.relation, known.id), entry);
    if state is not null then
      rows := rows || jsonb_build_object('relation', known.relation, 'id', known.id, 'state', state);
    end if;
  end loop;
  -- Outer ones first, since the others refer to them.
  return array(
    select r from private.kinds_below(kind) with ordinality b join unnest(rows) r on r ->> 'relation' = b.relation
    order by b.ordinality, r ->> 'id'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.parts_of(relation text, id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  parts jsonb;
begin
  execute format('select ''{}''::jsonb %s from (values ($1)) record (id)', private.expression_of_parts(relation, 'record'))
    into parts using id;
  return parts;
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.drafts d where d.record_id = new.record_id) then
    raise exception using errcode = 'PT409', message = 'There is a newer draft of it.';
  elsif private.lock_document(new.relation, new.record_id) is null then
    raise exception using errcode = 'PT409', message = 'What it is a draft of is in the trash: restore that first.';
  end if;
  -- A restored draft waits for somebody who publishes it.
  new.publish_at := null;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.page_id is not null then
    new.address := coalesce((select '/' || p.slug from public.pages p where p.id = new.page_id), new.address);
    new.label := coalesce(new.label, (select left(p.title, 60) from public.pages p where p.id = new.page_id));
  end if;
  if new.position is null or (tg_op = 'UPDATE' and new.place <> old.place) then
    new.position := (select coalesce(max(l.position), -1) + 1 from public.links l where l.place = new.place);
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.publication_requests()
 RETURNS TABLE(kind text, record uuid, title text, requested_at timestamp with time zone, requested_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.expect_staff();
  return query
    select r.kind, r.record,
      coalesce(d.content ->> 'title', private.stored_row(r.kind, r.record) ->> 'title', ''),
      r.requested_at, coalesce(p.name, p.address)
    from private.publication_requests r
    cross join private.person(r.account) p
    left join public.drafts d on d.record_id = r.record
    where private.role_of_caller() = 'publisher' or r.account = (select auth.uid())
    order by r.requested_at, r.record
    limit 100;
end;
$function$;

CREATE OR REPLACE FUNCTION private.put_document(kind text, record uuid, document jsonb, base timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  put constant uuid := coalesce(record, gen_random_uuid());
  lists constant text[] := array(select k.relation from private.kinds k where k.parent = kind);
  present jsonb[] := '{}';
begin
  if record is not null then
    present := private.lock_document(kind, record);
    if present is null then
      raise exception using errcode = 'PT404', message = 'There is no such record.';
    elsif base is not null and (private.stored_row(kind, record) ->> 'updated_at')::timestamptz <> base then
      raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
    end if;
  end if;
  perform private.put_rows(
    private.rows_in(kind, put, document, present), case when document ?& lists then present else present[:1] end
  );
  return put;
end;
$function$;

CREATE OR REPLACE FUNCTION private.put_draft(record uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  draft public.drafts;
begin
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if private.last_entry(record) > draft.entry then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  perform private.put_document(draft.relation, record, draft.content);
  delete from public.drafts d where d.id = draft.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.put_fitting(rows jsonb[], present jsonb[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wanted jsonb;
  kind private.kinds;
  fit record;
  together constant text[] := array(select r ->> 'id' from unnest(rows) r);
  fitted jsonb[] := '{}';
  adjusted text[] := '{}';
begin
  foreach wanted in array rows loop
    select k.* into kind from private.kinds k where k.relation = wanted ->> 'relation';
    fit := private.fit_row(wanted ->> 'relation', (wanted ->> 'id')::uuid, wanted -> 'state', together);
    adjusted := adjusted || array(select a from unnest(fit.adjusted) a where a <> all (adjusted));
    if fit.state is not null then
      fitted := fitted || (wanted || jsonb_build_object(
        'state', fit.state, 'is_kept', coalesce(kind.part_key = any (fit.adjusted), false),
        'place', case when fit.state ->> kind.part_key is null then wanted -> 'id'
          else jsonb_build_array(fit.state -> kind.parent_key, fit.state -> kind.part_key) end
      ));
    end if;
  end loop;
  -- One of two parts at one place stays, rather the one that could not go back to its own.
  fitted := array(
    select f.part from (
      select e.part, e.number, row_number() over (
        partition by e.part -> 'relation', e.part -> 'place' order by (e.part -> 'is_kept')::boolean desc, e.number
      ) as copy
      from unnest(fitted) with ordinality e (part, number)
    ) f
    where f.copy = 1 order by f.number
  );
  perform private.put_rows(fitted, present);
  return adjusted;
end;
$function$;

CREATE OR REPLACE FUNCTION private.put_rows(rows jsonb[], present jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  relations constant text[] := array(
    select e.r ->> 'relation' from unnest(rows || present) with ordinality e (r, place) group by 1 order by min(e.place)
  );
  with_parts constant text[] := array(select k.parent from private.kinds k where k.parent = any (relations));
  gone jsonb;
  relation text;
  states jsonb;
begin
  -- A row whose column another row takes makes room for it, even when it comes back with another one.
  select coalesce(jsonb_object_agg(g.relation, g.ids), '{}') into gone
  from (
    select p ->> 'relation' as relation, array_agg(p ->> 'id') as ids
    from unnest(present) p join private.kinds k on k.relation = p ->> 'relation'
    left join (select r ->> 'id' as id, r -> 'state' as state from unnest(rows) r) w
      on w.id = p ->> 'id' and (k.part_key is null or w.state ->> k.part_key = p ->> 'key')
    where w.id is null group by 1
  ) g;
  -- Rows with parts go last, when these have moved.
  foreach relation in array relations loop
    if gone ? relation and relation <> all (with_parts) then
      execute format('delete from public.%I t where t.id = any ($1)', relation)
        using array(select jsonb_array_elements_text(gone -> relation)::uuid);
    end if;
  end loop;
  foreach relation in array relations loop
    states := (
      select jsonb_agg(r -> 'state' || jsonb_build_object('id', r -> 'id')) from unnest(rows) r where r ->> 'relation' = relation
    );
    continue when states is null;
    perform private.put_table(
      relation, states, array(
        select (p ->> 'id')::uuid from unnest(present) p
        where p ->> 'relation' = relation and not coalesce(gone -> relation, '[]') ? (p ->> 'id')
      )
    );
  end loop;
  foreach relation in array with_parts loop
    if gone ? relation then
      execute format('delete from public.%I t where t.id = any ($1)', relation)
        using array(select jsonb_array_elements_text(gone -> relation)::uuid);
    end if;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.put_table(of_relation text, states jsonb, own uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  list text;
  expressions text;
  missing jsonb := (
    select jsonb_agg(s.state order by s.place) from jsonb_array_elements(states) with ordinality s (state, place)
    where (s.state ->> 'id')::uuid <> all (own)
  );
  changed text[];
  rows jsonb;
begin
  -- Leaves out derived columns, and keys that are no columns any more. Null is the default where a column cannot be null.
  select string_agg(quote_ident(a.attname), ', '), string_agg(
    case when a.attnotnull and d.adbin is not null
      then format('coalesce(n.%1$I, %2$s) as %1$I', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
      else format('n.%I', a.attname) end, ', '
  ) into list, expressions
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', of_relation)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname in (select jsonb_object_keys(s) from jsonb_array_elements(states) s)
    and a.attname <> all (coalesce((select k.derived from private.kinds k where k.relation = of_relation), '{updated_at}'));

  -- One statement for the rows of which the same columns change: triggers see which.
  for changed, rows in execute format(
    'select c.changed, jsonb_agg(s.state)
     from jsonb_array_elements($1) s (state)
     join public.%1$I t on t.id = (s.state ->> ''id'')::uuid
     cross join lateral (select %2$s from jsonb_populate_record(t, s.state) n) v
     cross join lateral (
       select array_agg(o.key) as changed from jsonb_each(to_jsonb(t)) o join jsonb_each(to_jsonb(v)) w using (key)
       where o.value <> w.value and o.key <> all (array[''id'', ''created_at''])
     ) c
     where t.id = any ($2) and c.changed is not null group by c.changed', of_relation, expressions
  ) using states, own loop
    execute format(
      'update public.%1$I t set (%2$s) = (select %2$s from (select %3$s from jsonb_populate_record(t, s.state) n) v)
       from jsonb_array_elements($1) s (state) where t.id = (s.state ->> ''id'')::uuid',
      of_relation, (select string_agg(quote_ident(c), ', ') from unnest(changed) c), expressions
    ) using rows;
  end loop;
  if missing is not null then
    execute format(
      'insert into public.%1$I (%2$s)
       select %2$s from (select %3$s from jsonb_populate_recordset(null::public.%1$I, $1) n) v
       where not exists (select from public.%1$I t where t.id = v.id)', of_relation, list, expressions
    ) using missing;
  end if;
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
  return to_jsonb(draft) - array['relation', 'record_id', 'entry'] || jsonb_build_object(
    'is_stale', private.last_entry(record) > draft.entry,
    -- Without the entries since then the record of then is not known.
    'began', case when exists (select from public.trail t where t.id <= draft.entry) or draft.entry = 0 then
      private.content_of(draft.relation, record, private.row_at(draft.relation, record, live, draft.entry)) - 'modules'
    end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_preview(token text, lesson uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  preview private.previews;
  live jsonb;
begin
  select p.* into preview from private.previews p
  where p.token_hash = sha256(convert_to(token, 'UTF8')) and p.expires_at > now()
    and exists (select from private.staff s where s.user_id = p.account);
  if preview.id is null then
    return null;
  end if;
  live := private.stored_row(preview.relation, preview.record_id);
  return case when live is not null then jsonb_build_object(
    'relation', preview.relation,
    'expires_at', preview.expires_at,
    'row', private.previewed(
      preview.relation, live, coalesce(
        (select d.content from public.drafts d where d.record_id = preview.record_id),
        private.content_of(preview.relation, preview.record_id, live)
      ), lesson
    )
  ) end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_in_trail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end;
  stored jsonb := coalesce(new_row, old_row);
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

CREATE OR REPLACE FUNCTION private.refusal_in_form(kind text, record uuid, is_public boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.restore_deleted(deleted uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last public.trail;
  course uuid;
  rows jsonb[];
  passed text[];
  adjusted text[];
begin
  perform private.expect_staff();
  -- The advisory lock serializes two restores of the same row.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(deleted::text, 0));
  select t.* into last from public.trail t where t.row_id = deleted order by t.id desc limit 1;
  if last.id is null or last.operation = 'delete' and last.happened_at <= now() - interval '30 days' then
    raise exception using errcode = 'PT404', message = 'It is not in the trash any more.';
  elsif last.operation <> 'delete' then
    raise exception using errcode = 'PT409', message = 'It is back already.';
  end if;
  if exists (select from private.kinds k where k.relation = last.relation and k.place_key is not null) then
    course := last.record_id;
    perform private.lock_document(private.owned_relation(last.relation, last.before), course);
  end if;
  perform private.expect_place(last);
  select
    array_agg(jsonb_build_object('relation', t.relation, 'id', t.row_id, 'state', p.state) order by t.id <> last.id, t.id),
    array_agg(p.passed[1]) filter (where p.passed <> '{}')
  into rows, passed
  from public.trail t cross join private.without_passed_time(t.before, t.happened_at) p
  where t.act = last.act and t.operation = 'delete' and (
    t.id = last.id or t.parent_id = deleted or t.record_id = deleted
    or t.before ->> 'dimension_id' = deleted::text
  );
  adjusted := coalesce(passed, '{}') || private.put_fitting(rows, '{}');
  perform private.take_back_moves(last);
  if course is not null then
    perform public.reorder_course(course, '[]');
  end if;
  return adjusted;
end;
$function$;

CREATE OR REPLACE FUNCTION private.restore_version(record uuid, entry bigint, seen bigint)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant private.kinds := (
    select k from private.kinds k
    where k.relation = (select t.relation from public.trail t where t.row_id = record order by t.id desc limit 1)
  );
  present jsonb[];
  live jsonb;
  state jsonb;
  passed text[] := '{}';
begin
  perform private.expect_staff();
  present := case when kind.relation is not null then private.lock_document(kind.relation, record) end;
  if present is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  if exists (select from public.trail t where (t.record_id = record or t.row_id = record) and t.id > seen) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  live := private.stored_row(kind.relation, record);
  state := private.row_at(kind.relation, record, live, entry);
  if state is null then
    raise exception using errcode = 'PT404', message = 'There was no such record then.';
  end if;
  -- The position belongs to the course, the axis, or the menu.
  state := state - array['sort_order', 'position'];
  if kind.place_key is not null then
    state := state - array[kind.parent_key, kind.place_key];
  end if;
  if ((live ->> 'published_at')::timestamptz <= now()) is not true then
    select p.state, p.passed into state, passed
    from private.without_passed_time(state, (select t.happened_at from public.trail t where t.id = entry)) p;
  end if;
  -- A link of a page has a history of its own.
  present := array(select p from unnest(present) p where not p ? 'parent' or exists (
    select from private.kinds k where k.relation = p ->> 'relation' and k.is_versioned
  ));
  return passed || private.put_fitting(
    jsonb_build_object('relation', kind.relation, 'id', record, 'state', state)
      || private.parts_at(kind.relation, record, present, entry),
    present
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.rows_in(kind text, record uuid, document jsonb, present jsonb[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return (
    with recursive tree as (
      select array[0::bigint] as place, k.relation, rows_in.record as id, rows_in.document as state
      from private.kinds k where k.relation = rows_in.kind
      union all
      select t.place || e.place, k.relation, coalesce((e.part ->> 'id')::uuid, (
          select (r ->> 'id')::uuid from unnest(present) r
          where r ->> 'relation' = k.relation and r ->> 'parent' = t.id::text
            and r ->> 'key' = coalesce(e.part ->> k.part_key, t.id::text)
        ), gen_random_uuid()),
        (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(e.part) c where c.key = any (k.document))
          || jsonb_build_object(k.parent_key, t.id)
          || case when k.place_key is null then '{}' else jsonb_build_object(k.place_key, e.place - 1) end
      from tree t join private.kinds k on k.parent = t.relation
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(t.state -> k.relation) when 'array' then t.state -> k.relation else '[]' end
      ) with ordinality e (part, place)
    )
    select array_agg(
      jsonb_build_object('relation', t.relation, 'id', t.id, 'state', t.state - l.lists) order by cardinality(t.place), t.place
    )
    from tree t cross join lateral (select array(select k.relation from private.kinds k where k.parent = t.relation) as lists) l
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.save_document(kind text, record uuid, base timestamp with time zone, columns jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.expect_staff();
  end if;
  perform private.hold_role();
  return private.put_document(kind, record, (
    select jsonb_object_agg(c, coalesce(columns -> c, 'null')) from private.kinds k cross join unnest(k.document) c
    where k.relation = kind
  ), base);
end;
$function$;

CREATE OR REPLACE FUNCTION private.scheduled_for(relation text, record_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  at timestamptz;
begin
  if exists (select from private.kinds k where k.relation = scheduled_for.relation and k.public_key = 'published_at') then
    execute format('select t.published_at from public.%I t where t.id = $1 and t.published_at > now()', relation)
      into at using record_id;
  end if;
  return at;
end;
$function$;

CREATE OR REPLACE FUNCTION private.stored_row(relation text, id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  state jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', relation) into state using id;
  return state;
end;
$function$;

CREATE OR REPLACE FUNCTION private.texts_with_pictures(relation text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.texts from private.kinds k where k.relation = texts_with_pictures.relation;
$function$;

CREATE OR REPLACE FUNCTION private.write_matrix(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part record;
begin
  -- A write of an objective locks it before its workshop; the same order here prevents deadlocks.
  perform from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id in (
      select r.target from private.import_rows r
      where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    ) order by o.id for no key update;
  perform private.write_axes(import);
  update private.import_rows r
  set target = coalesce(nullif(r.entry ->> 'id', '')::uuid, gen_random_uuid())
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'create';

  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', r.target, 'title', r.entry -> 'title', 'duration_hours', private.number_of(r.entry ->> 'duration_hours')::real,
          'price_chf', private.number_of(r.entry ->> 'price_chf')::integer, 'category_id', c.id, 'target_group_id', g.id, 'level_id', l.id
        )
        || case when not r.entry ? 'prerequisites' then '{}'
          else jsonb_build_object('prerequisites', nullif(r.entry ->> 'prerequisites', '')) end
        order by r.number
      ) as states,
      coalesce(array_agg(r.target) filter (where r.outcome = 'update'), '{}') as targets
    from private.import_rows r join public.matrix_categories c on c.code = r.entry ->> 'category'
    join public.matrix_target_groups g on g.code = r.entry ->> 'target_group' join public.matrix_levels l on l.code = r.entry ->> 'level'
    where r.account = auth.uid() and r.import = write_matrix.import and r.outcome in ('create', 'update')
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('matrix_workshops', part.states, part.targets);
  end loop;

  delete from public.matrix_workshop_learning_objectives o
  using private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
  join public.matrix_dimensions d on d.name = given.key
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    and o.matrix_workshop_id = r.target and o.dimension_id = d.id and coalesce(given.value, '') !~ '\S';

  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', coalesce(o.id, gen_random_uuid()), 'matrix_workshop_id', r.target, 'dimension_id', d.id, 'objective', given.value
        ) order by r.number, d.sort_order
      ) as states,
      array_remove(array_agg(o.id), null) as targets
    from private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
    join public.matrix_dimensions d on d.name = given.key
    left join public.matrix_workshop_learning_objectives o on o.matrix_workshop_id = r.target and o.dimension_id = d.id
    where r.account = auth.uid() and r.import = write_matrix.import and r.outcome in ('create', 'update') and given.value ~ '\S'
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('matrix_workshop_learning_objectives', part.states, part.targets);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_posts(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part record;
begin
  insert into public.categories (name, slug)
  select distinct on (r.entry ->> 'new_category_slug') r.entry ->> 'category', r.entry ->> 'new_category_slug'
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update') and r.creates <> '{}'
  order by r.entry ->> 'new_category_slug', r.number;

  -- A part at a time, as one value must not hold all texts of a large file.
  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', coalesce(r.target, gen_random_uuid()), 'title', r.entry -> 'title', 'slug', r.entry -> 'slug', 'content', r.body
        )
        || case when not r.entry ? 'excerpt' then '{}' else jsonb_build_object('excerpt', nullif(r.entry ->> 'excerpt', '')) end
        || case when not r.entry ? 'category' then '{}' else jsonb_build_object(
          'category_id', private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug')
        ) end
        || case when not r.entry ? 'published_at' then '{}'
          else jsonb_build_object('published_at', private.moment_of(r.entry ->> 'published_at')) end
        || case when not r.entry ? 'author' then '{}' else jsonb_build_object('author', coalesce(r.entry ->> 'author', '')) end
        order by r.number
      ) as states,
      array_remove(array_agg(r.target), null) as targets
    from private.import_rows r
    where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update')
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('posts', part.states, part.targets);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION public.save_matrix_workshop(record uuid, base timestamp with time zone, columns jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_document('matrix_workshops', record, base, columns);
$function$;

CREATE OR REPLACE FUNCTION public.save_page(record uuid, base timestamp with time zone, columns jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_document('pages', record, base, columns);
$function$;

revoke all on function private.dangling(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.expect_types(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.expression_of_parts(text,text) from public, anon, authenticated, service_role;

revoke all on function private.fit_row(text,uuid,jsonb,text[]) from public, anon, authenticated, service_role;

revoke all on function private.kinds_below(text) from public, anon, authenticated, service_role;

revoke all on function private.lock_document(text,uuid) from public, anon, authenticated, service_role;

revoke all on function private.parts_at(text,uuid,jsonb[],bigint) from public, anon, authenticated, service_role;

revoke all on function private.parts_of(text,uuid) from public, anon, authenticated, service_role;

revoke all on function private.put_document(text,uuid,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.put_fitting(jsonb[],jsonb[]) from public, anon, authenticated, service_role;

revoke all on function private.put_rows(jsonb[],jsonb[]) from public, anon, authenticated, service_role;

revoke all on function private.put_table(text,jsonb,uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.rows_in(text,uuid,jsonb,jsonb[]) from public, anon, authenticated, service_role;

revoke all on function private.save_document(text,uuid,timestamp with time zone,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_document(text,uuid,timestamp with time zone,jsonb) to authenticated;
grant execute on function private.save_document(text,uuid,timestamp with time zone,jsonb) to service_role;

revoke all on function private.stored_row(text,uuid) from public, anon, authenticated, service_role;

comment on column private.kinds.derived is 'Columns that the audit log leaves out and nothing writes; null for a table with audit triggers of its own.';

comment on column private.kinds.document is 'The columns and parts that a document may have.';

comment on column private.kinds.is_versioned is 'A write of a part gives its record another version, so that it is locked before the record and is in its history.';

comment on column private.kinds.owner_key is 'The column that refers to the record with an owner, or to a parent that does; null for rows of publishers.';

comment on column private.kinds.parent_key is 'The column of a part that refers to its parent.';

comment on column private.kinds.part_key is 'The column by which a document without ids knows a part; it is unique below the parent.';

comment on column private.kinds.place_key is 'The column with the position of a part from 0; in a document it is the place in the list.';

comment on column private.kinds.public_key is 'The column that makes a row public: a time, a future one included, or true. Null for rows that are public with their parent, or always.';

comment on column private.kinds.texts is 'The columns with Markdown.';

comment on function private.content_of(text,uuid,jsonb) is 'A state of a record as the content of a draft. Its parts are those of now.';

comment on function private.dangling(text,jsonb) is 'The references of a state whose rows are gone. is_required: the table does not take a row without it.';

comment on function private.expect_types(text,jsonb) is 'Refuses values of other types in documents, and parts that a document does not identify.';

comment on function private.expression_of_parts(text,text) is 'SQL that appends to a JSON object the parts of the row to which the alias parent refers.';

comment on function private.fit_row(text,uuid,jsonb,text[]) is 'A state as today''s constraints allow it: dangling references are null, required ones as they are now, a taken slug, code or name gets a number, an address is normalized, a prompt does not replace the active one. Null for a row that is gone with what it cannot be without. together: rows that are put with it. adjusted: the columns that differ.';

comment on function private.kinds_below(text) is 'The kinds of the parts of a record, outer ones first.';

comment on function private.lock_document(text,uuid) is 'Locks a record with its parts, and returns what there is: the record, then its parts, each with relation, id, parent and the column by which a document knows it. Null when the record is gone.';

comment on function private.parts_at(text,uuid,jsonb[],bigint) is 'The parts of a record right after an entry.';

comment on function private.parts_of(text,uuid) is 'The parts of a row as its document has them.';

comment on function private.place_link() is 'A new link, and one that changes its place, comes last. The address of a page''s link is the page''s, its first label the title.';

comment on function private.previewed_modules(jsonb,jsonb,uuid) is 'The modules of a draft as rows, with the values that publication gives them, the totals of the course, and one lesson with its text.';

comment on function private.put_document(text,uuid,jsonb,timestamp with time zone) is 'Makes a record and its parts what a document says; a new record for null. 409 if its updated_at is no longer base, unless base is null. Without lists the parts stay. Returns the id.';

comment on function private.put_fitting(jsonb[],jsonb[]) is 'Puts rows as today''s constraints allow them. Returns the columns that had to be adjusted.';

comment on function private.put_rows(jsonb[],jsonb[]) is 'Makes the present rows of a record what rows say, in their order: [{relation, id, state}, …]. Present ones that are not among them are deleted, columns that a state lacks stay.';

comment on function private.put_table(text,jsonb,uuid[]) is 'The writer of records: updates own rows of a table where they differ, and inserts those that are not there. Others stay as they are.';

comment on function private.rows_in(text,uuid,jsonb,jsonb[]) is 'The rows of a document, outer ones first. A part without an id is the present one with the same column, else a new one.';

comment on function private.save_document(text,uuid,timestamp with time zone,jsonb) is 'Stores what a form sends: the whole document, so that a missing key is null.';

comment on function private.stored_row(text,uuid) is 'The present state of a row; null when there is none.';

comment on table private.kinds is 'Kinds of rows of content: records, and with a parent the parts of one.';

insert into private.kinds (relation, parent, parent_key, place_key, part_key, is_versioned, owner_key, public_key, has_drafts, document, texts, derived) values
  ('ads', NULL, NULL, NULL, NULL, 'false', 'id', 'is_active', 'true', '{title,subtitle,description,cta_text,cta_url,type,offer_id,is_active}', '{}', '{updated_at}'),
  ('categories', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{name,slug}', '{}', '{updated_at}'),
  ('course_categories', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{name}', '{}', '{updated_at}'),
  ('courses', NULL, NULL, NULL, NULL, 'false', 'id', 'is_published', 'true', '{title,slug,description,thumbnail_url,course_category_id,difficulty_level,is_published,picture,modules}', '{}', '{updated_at,total_duration,module_count,lesson_count}'),
  ('drafts', NULL, NULL, NULL, NULL, 'false', 'record_id', 'publish_at', 'false', '{}', '{}', NULL),
  ('lessons', 'modules', 'module_id', 'order_position', NULL, 'true', 'module_id', NULL, 'false', '{title,content,video_url,captions,transcript,duration,lesson_type}', '{content,transcript}', '{updated_at}'),
  ('links', 'pages', 'page_id', NULL, 'page_id', 'false', NULL, NULL, 'false', '{place}', '{}', '{updated_at}'),
  ('matrix_categories', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{code,name}', '{}', '{updated_at}'),
  ('matrix_dimensions', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{name}', '{}', '{updated_at}'),
  ('matrix_levels', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{code,name}', '{}', '{updated_at}'),
  ('matrix_target_groups', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{code,name}', '{}', '{updated_at}'),
  ('matrix_workshop_learning_objectives', 'matrix_workshops', 'matrix_workshop_id', NULL, 'dimension_id', 'true', NULL, NULL, 'false', '{dimension_id,objective}', '{objective}', '{updated_at}'),
  ('matrix_workshops', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{title,duration_hours,price_chf,prerequisites,category_id,target_group_id,level_id,matrix_workshop_learning_objectives}', '{}', '{updated_at}'),
  ('modules', 'courses', 'course_id', 'order_position', NULL, 'true', 'course_id', NULL, 'false', '{title,description,lessons}', '{}', '{updated_at}'),
  ('pages', NULL, NULL, NULL, NULL, 'false', 'id', 'published_at', 'true', '{title,slug,description,content,published_at,links}', '{content}', '{updated_at}'),
  ('pictures', NULL, NULL, NULL, NULL, 'false', 'id', NULL, 'false', '{}', '{}', NULL),
  ('posts', NULL, NULL, NULL, NULL, 'false', 'id', 'published_at', 'true', '{title,slug,content,excerpt,category_id,published_at,author,picture}', '{content}', '{updated_at}'),
  ('prompts', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{}', '{}', '{updated_at}'),
  ('site', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{}', '{}', '{updated_at}'),
  ('workshop_categories', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{name}', '{}', '{updated_at}'),
  ('workshops', NULL, NULL, NULL, NULL, 'false', 'id', NULL, 'true', '{title,subtitle,description,content,learning_objectives,max_participants,duration,workshop_category_id,picture}', '{content,learning_objectives}', '{updated_at}');

reset check_function_bodies;
