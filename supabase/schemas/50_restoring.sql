-- Restoring. These functions write as the owner, since a restored row has its old id and created_at, which no caller
-- may send; so they check the caller's rights themselves.

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

create function private.dangling(relation text, state jsonb) returns table (key text, is_required boolean)
language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function private.dangling(text, jsonb) is
  'The references of a state whose rows are gone. is_required: the table does not take a row without it.';

create function private.fit_row(relation text, row_id uuid, inout state jsonb, together text[], out adjusted text[])
language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function private.fit_row(text, uuid, jsonb, text[]) is
  'A state as today''s constraints allow it: dangling references are null, required ones as they are now, a taken slug, code or name gets a number, an address is normalized, a prompt does not replace the active one. Null for a row that is gone with what it cannot be without. together: rows that are put with it. adjusted: the columns that differ.';

create function private.put_fitting(rows jsonb[], present jsonb[]) returns text[]
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function private.put_fitting(jsonb[], jsonb[]) is
  'Puts rows as today''s constraints allow them. Returns the columns that had to be adjusted.';

create function private.parts_at(kind text, record uuid, present jsonb[], entry bigint) returns jsonb[]
language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function private.parts_at(text, uuid, jsonb[], bigint) is 'The parts of a record right after an entry.';

create function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
comment on function private.restore_version(uuid, bigint, bigint) is
  'Restores a record, a course with its modules and lessons, a matrix workshop with its objectives, to its state right after an entry of its history (0: before all entries that are kept). 409 when there are entries after seen. Returns the columns that had to be adjusted.';
select private.expose('restore_version', 'authenticated', 'service_role');

create function private.expect_place(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function private.expect_place(public.trail) is
  'Expects what a deleted row refers to and cannot be without; makes room for a module or lesson at its old position.';

create function private.restore_deleted(deleted uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
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
