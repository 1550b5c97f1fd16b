-- The writer of records compares before it plans, and a draft that begins is written once.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function private.put_table(text,jsonb,uuid[]);

CREATE OR REPLACE FUNCTION private.columns_of_states(of_relation text, keys text[], OUT names text, OUT present text, OUT expressions text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Null is the default where a column cannot be null.
  select string_agg(quote_ident(a.attname), ', '), string_agg(format('t.%I', a.attname), ', '), string_agg(
    case when a.attnotnull and d.adbin is not null
      then format('coalesce(n.%1$I, %2$s)', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
      else format('n.%I', a.attname) end, ', '
  ) into names, present, expressions
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', of_relation)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname = any (keys);
end;
$function$;

CREATE OR REPLACE FUNCTION private.current_act()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Transaction ids start anew when a dump is loaded into another server.
  return md5(pg_catalog.pg_current_xact_id()::text || '/' || extract(epoch from now())::text)::uuid;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_public(kind text, record uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case is_public.kind
    when 'post' then exists (select from public.posts p where p.id = record and p.published_at <= now())
    when 'page' then exists (select from public.pages p where p.id = record and p.published_at <= now())
    when 'course' then exists (select from public.courses c where c.id = record and c.is_published)
    when 'lesson' then exists (
      select from public.lessons l
      join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
      where l.id = record and c.is_published
    )
    else true
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lack_of_room(account uuid DEFAULT NULL::uuid, more bigint DEFAULT 0)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case
      when r.is_disk_full then
        'The disk of this site is almost full, so nothing new is stored. Keep this page open, and ask whoever runs the site to make room. Deleting still works.'
      when r.used >= r.quota * 0.9 then format(
        'Pictures and imports take %s of the %s that this site has for them, so nothing new is stored. Keep this page open, and ask whoever runs the site for room. Deleting still works.',
        private.bytes_in_words(r.used), private.bytes_in_words(r.quota)
      )
      when more > 0 and r.used + more > r.quota then format(
        'This needs %s, and %s of the %s that this site has for pictures and imports are in use. Delete pictures that nobody needs, or ask whoever runs the site for room.',
        private.bytes_in_words(more), private.bytes_in_words(r.used), private.bytes_in_words(r.quota)
      )
      when more > 0 and s.bytes + more > r.quota / 5 then format(
        'This needs %s, and your pictures and imports take %s of the %s that one account has. Delete pictures that you do not need, or ask whoever runs the site for room.',
        private.bytes_in_words(more), private.bytes_in_words(s.bytes), private.bytes_in_words(r.quota / 5)
      )
    end
    from private.room r cross join lateral (
      select coalesce((select sums.bytes from private.storage_sums sums where sums.account = lack_of_room.account), 0) as bytes
    ) s
  );
end;
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
      execute format('select array_agg(jsonb_build_object(''relation'', %1$L, ''id'', t.id, ''row'', to_jsonb(t)))
        from (select t.* from public.%1$I t where t.id = $1 for no key update) t', kind) into present using record;
      exit when present is null;
    end if;
    ids := jsonb_build_object(kind, jsonb_build_array(record));
    foreach level in array levels loop
      continue when lock <> '' and not level.is_versioned
        or lock = 'for update' and not exists (select from unnest(levels) l where l.parent = level.relation);
      execute format(
        'select coalesce(array_agg(jsonb_build_object(''relation'', %1$L, ''id'', t.id, ''parent'', t.%2$I, ''key'', t.%3$I) %5$s), ''{}'')
         from (select t.* from public.%1$I t where t.%2$I = any ($1) order by t.id %4$s) t',
        level.relation, level.parent_key, coalesce(level.part_key, 'id'), lock,
        case when lock = '' then '|| jsonb_build_object(''row'', to_jsonb(t))' end
      ) into rows using array(select jsonb_array_elements_text(ids -> level.parent)::uuid);
      ids := ids || jsonb_build_object(level.relation, jsonb_path_query_array(to_jsonb(rows), '$[*].id'));
      present := present || rows;
    end loop;
  end loop;
  return present;
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  staying text[];
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
  if gone <> '{}' then
    -- Rows whose parts stay go last, when these have moved. Others take their parts with them.
    staying := array(
      with recursive above as (
        select p ->> 'parent' as id from unnest(present) p
        where not coalesce(gone -> (p ->> 'relation') ? (p ->> 'id'), false)
        union
        select p ->> 'parent' from above a join unnest(present) p on p ->> 'id' = a.id
      )
      select a.id from above a where a.id is not null
    );
    foreach relation in array relations loop
      if gone ? relation then
        execute format('delete from public.%I t where t.id = any ($1)', relation)
          using array(select g::uuid from jsonb_array_elements_text(gone -> relation) g where g <> all (staying));
      end if;
    end loop;
  end if;
  foreach relation in array relations loop
    states := (
      select jsonb_agg(r -> 'state' || jsonb_build_object('id', r -> 'id')) from unnest(rows) r where r ->> 'relation' = relation
    );
    continue when states is null;
    perform private.put_table(
      relation, states, (
        select coalesce(jsonb_object_agg(p ->> 'id', p -> 'row'), '{}') from unnest(present) p
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

CREATE OR REPLACE FUNCTION private.put_table(of_relation text, states jsonb, own jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  derived constant text[] := coalesce((select k.derived from private.kinds k where k.relation = of_relation), '{updated_at}');
  missing constant jsonb := (
    select jsonb_agg(s.state order by s.place) from jsonb_array_elements(states) with ordinality s (state, place)
    where not own ? (s.state ->> 'id')
  );
  changed text[];
  rows jsonb;
begin
  -- One statement for the rows of which the same columns change: triggers see which.
  for changed, rows in
    select c.changed, jsonb_agg(s.state)
    from jsonb_array_elements(states) s (state)
    cross join lateral (
      select array_agg(n.key) as changed
      from jsonb_each(s.state) n join jsonb_each(own -> (s.state ->> 'id')) o using (key)
      where n.value <> o.value and n.key <> all (derived || array['id', 'created_at'])
    ) c
    where c.changed is not null group by c.changed
  loop
    execute (
      select format(
        'update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_recordset(null::public.%1$I, $1) n
         where t.id = n.id and row(%4$s) is distinct from row(%3$s)', of_relation, c.names, c.expressions, c.present
      )
      from private.columns_of_states(of_relation, changed) c
    ) using rows;
  end loop;
  if missing is not null then
    -- Leaves out derived columns, and keys that are no columns any more.
    execute (
      select format(
        'insert into public.%1$I (%2$s)
         select %3$s from jsonb_populate_recordset(null::public.%1$I, $1) n
         where not exists (select from public.%1$I t where t.id = n.id)', of_relation, c.names, c.expressions
      )
      from private.columns_of_states(of_relation, array(
        select jsonb_object_keys(m) from jsonb_array_elements(missing) m except select unnest(derived)
      )) c
    ) using missing;
  end if;
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
$function$;

CREATE OR REPLACE FUNCTION private.stored_rows(relation text, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  rows jsonb;
begin
  execute format('select coalesce(jsonb_object_agg(t.id, to_jsonb(t)), ''{}'') from public.%I t where t.id = any ($1)', relation)
    into rows using ids;
  return rows;
end;
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
    perform private.put_table('matrix_workshops', part.states, private.stored_rows('matrix_workshops', part.targets));
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
    perform private.put_table('matrix_workshop_learning_objectives', part.states, private.stored_rows('matrix_workshop_learning_objectives', part.targets));
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
    perform private.put_table('posts', part.states, private.stored_rows('posts', part.targets));
  end loop;
end;
$function$;

revoke all on function private.columns_of_states(text,text[]) from public, anon, authenticated, service_role;

revoke all on function private.put_table(text,jsonb,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.stored_rows(text,uuid[]) from public, anon, authenticated, service_role;

comment on function private.columns_of_states(text,text[]) is 'SQL for the columns of a table among keys: their names, their values in a row t, and those in a record n that was made of a state.';

comment on function private.lock_document(text,uuid) is 'Locks a record with its parts, and returns what there is: the record, then its parts, each with relation, id, row, parent and the column by which a document knows it. Null when the record is gone.';

comment on function private.put_table(text,jsonb,jsonb) is 'The writer of records: updates own rows of a table, {id: row}, where they differ, and inserts those that are not there. Others stay as they are.';

comment on function private.stored_rows(text,uuid[]) is 'The present states of rows by their ids.';

reset check_function_bodies;
