-- Restoring. These functions write as the owner, since a restored row has its old id and created_at, which no caller
-- may send; so they check the caller's rights themselves.

create function private.lock_course(course uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- The lock order of reorder_course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
  -- An insert of a lesson locks its module, by the foreign key, and then the course. Restoring may delete a module.
  perform from public.modules m where m.course_id = course order by m.id for update;
  perform from public.courses c where c.id = course for no key update;
end;
$$;

create function private.live_row(relation text, row_id uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  found_row jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1 for no key update', relation)
    into found_row using row_id;
  return found_row;
end;
$$;
comment on function private.live_row(text, uuid) is 'The present state of a row, which it locks; null when there is none.';

create function private.row_at(of_relation text, of_row uuid, live jsonb, entry bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  next_operation constant text := (
    select t.operation from public.trail t
    where t.relation = of_relation and t.row_id = of_row and t.id > entry order by t.id limit 1
  );
begin
  if next_operation is null then
    return live;
  elsif next_operation = 'insert' then
    return null;
  end if;
  -- The first change of a column after the entry holds the value that it had.
  return coalesce(live, '{}') || (
    select jsonb_object_agg(found.key, found.value)
    from (
      select distinct on (b.key) b.key, b.value
      from public.trail t cross join jsonb_each(t.before) b
      where t.relation = of_relation and t.row_id = of_row and t.id > entry
      order by b.key, t.id
    ) found
  );
end;
$$;
comment on function private.row_at(text, uuid, jsonb, bigint) is
  'State of a row right after an entry of the trail, computed from its present state; null when it did not exist then. Entry 0 is before all entries that are kept.';

create function private.reference_exists(relation text, key text, state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case key
    when 'category_id' then
      case relation
        when 'matrix_workshops' then exists (select from public.matrix_categories c where c.id = (state ->> key)::uuid)
        else exists (select from public.categories c where c.id = (state ->> key)::uuid)
      end
    when 'target_group_id' then exists (select from public.matrix_target_groups g where g.id = (state ->> key)::uuid)
    when 'level_id' then exists (select from public.matrix_levels l where l.id = (state ->> key)::uuid)
    when 'dimension_id' then exists (select from public.matrix_dimensions d where d.id = (state ->> key)::uuid)
    when 'matrix_workshop_id' then exists (select from public.matrix_workshops w where w.id = (state ->> key)::uuid)
    when 'workshop_category_id' then exists (select from public.workshop_categories c where c.id = (state ->> key)::uuid)
    when 'course_category_id' then exists (select from public.course_categories c where c.id = (state ->> key)::uuid)
    when 'user_id' then exists (select from auth.users u where u.id = (state ->> key)::uuid)
    when 'offer_id' then
      case when state ->> 'type' = 'team' then exists (select from public.workshops w where w.id = (state ->> key)::uuid)
      else exists (select from public.courses c where c.id = (state ->> key)::uuid) end
    else true
  end;
$$;

-- A restored state must fit today's constraints: the address of an ad, a unique name or slug.
create function private.address_in_words(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when cleaned ~* '^https?://' then cleaned
    when cleaned ~ '^//' then coalesce('https://' || nullif(ltrim(cleaned, '/'), ''), '/')
    else coalesce(
      nullif(
        regexp_replace(substring(cleaned from '^[^?#]*'), '//+', '/', 'g')
          || coalesce(substring(cleaned from '[?#].*$'), ''),
        ''
      ),
      '/'
    )
  end
  from regexp_replace(translate(address, '\', '/'), '[[:cntrl:]]', '', 'g') as cleaned;
$$;
comment on function private.address_in_words(text) is
  'An address that ads_cta_url_relative_or_http refuses, written as browsers read it.';

-- The state of a deleted row may be older than a constraint.
create function private.free_text(relation text, key text, row_id uuid, wanted text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  composed constant text := normalize(wanted);
  candidate text := composed;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from public.%I t where t.%I = $1 and t.id <> $2)', relation, key)
      into taken using candidate, row_id;
    exit when not taken;
    number := number + 1;
    candidate := composed || case when key in ('slug', 'code') then '-' else ' ' end || number;
  end loop;
  return candidate;
end;
$$;
comment on function private.free_text(text, text, uuid, text) is
  'A slug, code or name for this row, with a number if another row has it.';

create function private.fit_value(relation text, row_id uuid, key text, value text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key in ('slug', 'code')
      or key = 'name' and relation in ('workshop_categories', 'course_categories', 'matrix_dimensions')
      then private.free_text(relation, key, row_id, value)
    when key = 'cta_url' then private.address_in_words(value)
    else value
  end;
$$;
comment on function private.fit_value(text, uuid, text, text) is 'A text of a row as today''s constraints allow it.';

create function private.fit_row(relation text, row_id uuid, inout state jsonb, out adjusted text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
  fitted text;
begin
  adjusted := '{}';
  foreach key in array array[
    'category_id', 'target_group_id', 'level_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'user_id'
  ] loop
    continue when state ->> key is null or private.reference_exists(relation, key, state);
    if relation = 'matrix_workshops' then
      -- The row keeps the value that it has, as it cannot be without.
      state := state - key;
      adjusted := adjusted || (relation || '.' || key);
    else
      state := jsonb_set(state, array[key], 'null');
      adjusted := adjusted || key;
    end if;
  end loop;
  foreach key in array array['slug', 'code', 'name', 'cta_url'] loop
    continue when state ->> key is null;
    fitted := private.fit_value(relation, row_id, key, state ->> key);
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
$$;
comment on function private.fit_row(text, uuid, jsonb) is
  'A state as today''s constraints allow it: dangling references are null, those of a matrix workshop as they are now, a taken slug, code or name gets a number, an address is normalized, a prompt does not replace the active one. adjusted: the columns that differ.';

create function private.put_row(relation text, row_id uuid, wanted jsonb) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  live constant jsonb := private.live_row(relation, row_id);
  fitted constant record := private.fit_row(relation, row_id, wanted);
  -- Leaves out derived columns, and columns that the table no longer has.
  columns constant text[] := array(
    select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', relation)::regclass and a.attnum > 0 and not a.attisdropped
      and fitted.state ? a.attname
      and a.attname <> all (array['updated_at', 'total_duration', 'module_count', 'lesson_count'])
      and (live is null or a.attname <> all (array['id', 'created_at']))
      and (live is null or live -> a.attname is distinct from fitted.state -> a.attname)
  );
  list constant text := (select string_agg(quote_ident(c), ', ') from unnest(columns) c);
begin
  if list is null then
    return fitted.adjusted;
  elsif live is null then
    execute format(
      'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', relation, list
    ) using fitted.state;
  else
    execute format(
      'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      relation, list
    ) using fitted.state, row_id;
  end if;
  return fitted.adjusted;
end;
$$;
comment on function private.put_row(text, uuid, jsonb) is
  'Updates a row to a state, or inserts it with its id. Returns the columns that had to be adjusted.';

create function private.put_outline(course uuid, entry bigint) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  known record;
  state jsonb;
  superfluous uuid[] := '{}';
begin
  for known in
    select r.relation, r.id from (
      select 'modules' as relation, m.id from public.modules m where m.course_id = course
      union
      select 'lessons', l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = course
      union
      select t.relation, t.row_id from public.trail t
      where t.record_id = course and t.id > entry and t.relation in ('modules', 'lessons')
    ) r
    -- Modules come first, since lessons refer to them.
    order by r.relation desc, r.id
  loop
    state := private.row_at(known.relation, known.id, private.live_row(known.relation, known.id), entry);
    if state is null then
      superfluous := superfluous || known.id;
    else
      perform private.put_row(known.relation, known.id, state);
    end if;
  end loop;
  delete from public.lessons l where l.id = any (superfluous);
  delete from public.modules m where m.id = any (superfluous);
end;
$$;
comment on function private.put_outline(uuid, bigint) is
  'Restores modules and lessons of a course to their state right after an entry; deletes later ones.';

create function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_relation constant text := (select t.relation from public.trail t where t.row_id = record order by t.id desc limit 1);
  live jsonb;
  state jsonb;
  adjusted text[];
  passed text[] := '{}';
begin
  perform private.expect_staff();
  if of_relation = 'courses' then
    perform private.lock_course(record);
  elsif of_relation = 'matrix_workshops' then
    -- The lock order of save_matrix_workshop.
    perform from public.matrix_workshop_learning_objectives o
      where o.matrix_workshop_id = record order by o.id for no key update;
  end if;
  live := case when of_relation is not null then private.live_row(of_relation, record) end;
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  if exists (select from public.trail t where (t.record_id = record or t.row_id = record) and t.id > seen) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  state := private.row_at(of_relation, record, live, entry);
  if state is null then
    raise exception using errcode = 'PT404', message = 'There was no such record then.';
  end if;
  -- The position belongs to the course, the axis, or the menu.
  if of_relation in ('modules', 'lessons') then
    state := state - array['module_id', 'course_id', 'order_position'];
  elsif of_relation = 'links' then
    state := state - 'position';
  else
    state := state - 'sort_order';
  end if;
  if ((live ->> 'published_at')::timestamptz <= now()) is not true then
    select p.state, p.passed into state, passed
    from private.without_passed_time(state, (select t.happened_at from public.trail t where t.id = entry)) p;
  end if;
  adjusted := passed || private.put_row(of_relation, record, state);
  if of_relation = 'courses' then
    perform private.put_outline(record, entry);
  elsif of_relation = 'matrix_workshops' then
    adjusted := adjusted || private.put_goals(record, entry);
  end if;
  return adjusted;
end;
$$;
comment on function private.restore_version(uuid, bigint, bigint) is
  'Restores a record, a course with its modules and lessons, a matrix workshop with its objectives, to its state right after an entry of its history (0: before all entries that are kept). 409 when there are entries after seen. Returns the columns that had to be adjusted.';
select private.expose('restore_version', 'authenticated', 'service_role');

create function private.expect_place(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  missing text;
begin
  select p.name into missing
  from (values
    (1, 'modules', 'course_id', 'course'), (2, 'lessons', 'module_id', 'module'),
    (3, 'matrix_workshops', 'category_id', 'category'), (4, 'matrix_workshops', 'target_group_id', 'target group'),
    (5, 'matrix_workshops', 'level_id', 'level'),
    (6, 'matrix_workshop_learning_objectives', 'matrix_workshop_id', 'workshop'),
    (7, 'matrix_workshop_learning_objectives', 'dimension_id', 'dimension')
  ) p (place, relation, key, name)
  where p.relation = deleted.relation and not case p.name
    when 'course' then exists (select from public.courses c where c.id = deleted.parent_id)
    when 'module' then exists (select from public.modules m where m.id = deleted.parent_id)
    else private.reference_exists(deleted.relation, p.key, deleted.before)
  end
  order by p.place limit 1;
  if missing is not null then
    raise exception using errcode = 'PT409', message = format('Its %s is in the trash: restore that first.', missing);
  end if;
  if deleted.relation = 'matrix_workshop_learning_objectives' and exists (
    select from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id = deleted.parent_id and o.dimension_id = (deleted.before ->> 'dimension_id')::uuid
  ) then
    raise exception using errcode = 'PT409', message = 'Its workshop has another objective in this dimension.';
  end if;
  -- Moves the rows behind it.
  update public.modules m set order_position = m.order_position + 1
  where deleted.relation = 'modules' and m.course_id = deleted.parent_id
    and m.order_position >= (deleted.before ->> 'order_position')::integer;
  update public.lessons l set order_position = l.order_position + 1
  where deleted.relation = 'lessons' and l.module_id = deleted.parent_id
    and l.order_position >= (deleted.before ->> 'order_position')::integer;
end;
$$;
comment on function private.expect_place(public.trail) is
  'Expects what a deleted row refers to and cannot be without; makes room for a module or lesson at its old position.';

create function private.restore_deleted(deleted uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last public.trail;
  gone public.trail;
  adjusted text[] := '{}';
  state jsonb;
  passed text[];
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
  if last.relation in ('modules', 'lessons') then
    perform private.lock_course(last.record_id);
  end if;
  perform private.expect_place(last);
  for gone in
    select t.* from public.trail t
    where t.act = last.act and t.operation = 'delete' and (
      t.id = last.id or t.parent_id = deleted or (t.record_id = deleted and t.relation = 'lessons')
      or t.before ->> 'dimension_id' = deleted::text
    )
    order by t.id <> last.id, t.id
  loop
    if gone.relation = 'matrix_workshop_learning_objectives' and not (
      private.reference_exists(gone.relation, 'matrix_workshop_id', gone.before)
      and private.reference_exists(gone.relation, 'dimension_id', gone.before)
    ) then
      adjusted := adjusted || array['dimension_id'];
    else
      select p.state, p.passed into state, passed from private.without_passed_time(gone.before, gone.happened_at) p;
      adjusted := adjusted || passed || private.put_row(gone.relation, gone.row_id, state);
    end if;
  end loop;
  perform private.take_back_moves(last);
  if last.relation in ('modules', 'lessons') then
    perform public.reorder_course(last.record_id, '[]');
  end if;
  return adjusted;
end;
$$;
comment on function private.restore_deleted(uuid) is
  'Restores a row that was deleted in the last 30 days, with its id, the rows that were deleted with it, and for a category what was moved then. 409 when it is restored already or its parent is missing. Returns the columns that had to be adjusted.';
select private.expose('restore_deleted', 'authenticated', 'service_role');

create function private.may_read_otherwise(texts text[]) returns boolean
language sql immutable set search_path = ''
as $$
  -- Stars with something on both sides, tildes, comments, empty headings, links to headings, bare addresses with other marks.
  select array_to_string(texts, E'\n')
    ~ '(?n)\S\*+\S|~|<!--|#[\s#]*$|\]\(\s*<?#|\]:\s*<?#|(https?://|[wW]{3}\.)\S*[^\x01-\x7F]';
$$;

create function public.former_texts(
  take integer, after uuid default null, records uuid[] default null, found_since timestamptz default null
)
returns table (place uuid, relation text, id uuid, title text, texts text[], since timestamptz)
language sql stable security invoker set search_path = ''
as $$
  select t.*, s.reading_since
  from (
    select w.reading_since,
      case when found_since is null or found_since = w.reading_since then records end as records
    from public.site w
  ) s
  cross join lateral (
    (
      select p.id, 'posts', p.id, p.title, array[p.content] from public.posts p
      where p.published_at is not null and p.updated_at < s.reading_since
        and (after is null or p.id > after) and (s.records is null or p.id = any (s.records))
        and private.may_read_otherwise(array[p.content])
      order by p.id limit take
    )
    union all (
      select p.id, 'pages', p.id, p.title, array[p.content] from public.pages p
      where p.published_at is not null and p.updated_at < s.reading_since
        and (after is null or p.id > after) and (s.records is null or p.id = any (s.records))
        and private.may_read_otherwise(array[p.content])
      order by p.id limit take
    )
    union all (
      select w.id, 'workshops', w.id, w.title, array[w.content, w.learning_objectives] from public.workshops w
      where w.updated_at < s.reading_since
        and (after is null or w.id > after) and (s.records is null or w.id = any (s.records))
        and private.may_read_otherwise(array[w.content, w.learning_objectives])
      order by w.id limit take
    )
    union all (
      select l.id, 'lessons', c.id, l.title, array[l.content, l.transcript]
      from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
      where c.is_published and l.updated_at < s.reading_since
        and (after is null or l.id > after) and (s.records is null or c.id = any (s.records))
        and private.may_read_otherwise(array[l.content, l.transcript])
      order by l.id limit take
    )
    union all (
      select o.id, 'matrix_workshops', m.id, m.title, array[o.objective]
      from public.matrix_workshop_learning_objectives o join public.matrix_workshops m on m.id = o.matrix_workshop_id
      where m.updated_at < s.reading_since
        and (after is null or o.id > after) and (s.records is null or m.id = any (s.records))
        and private.may_read_otherwise(array[o.objective])
      order by o.id limit take
    )
  ) t (place, relation, id, title, texts)
  where public.own_role() = 'publisher'
  order by t.place limit take;
$$;
comment on function public.former_texts(integer, uuid, uuid[], timestamptz) is
  'Published texts that were last changed before site.reading_since, which is `since`, and may be read otherwise since, by `place`, the id of their row; `id` is that of the edited record. None for anybody but publishers, and none once the list was dismissed. `after`: a place. `records`: of these alone, if they were found for the time `found_since`.';

grant execute on function private.may_read_otherwise, public.former_texts to authenticated;
