-- The way back: an earlier state of a record, and what was deleted. Both write as the owner, since a row comes back
-- with its id and its date of creation, which nobody may send; so both ask by themselves who calls.

create function private.expect_staff() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception using errcode = '42501', message = 'Only staff may restore.';
  end if;
end;
$$;

create function private.lock_course(course uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- In the order of reorder_course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
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
comment on function private.live_row(text, uuid) is 'A row as it is now, locked; null when there is none.';

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
  -- What a column was is what the first change after that found.
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
  'A row right after an entry of the trail, from what it is now; null when it was not there then. Entry 0 is before all that is kept.';

create function private.free_slug(relation text, row_id uuid, slug text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  candidate text := slug;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from public.%I t where t.slug = $1 and t.id <> $2)', relation)
      into taken using candidate, row_id;
    exit when not taken;
    number := number + 1;
    candidate := slug || '-' || number;
  end loop;
  return candidate;
end;
$$;
comment on function private.free_slug(text, uuid, text) is 'The slug, or with the first number that makes it free for this row.';

create function private.reference_exists(relation text, key text, state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case key
    when 'category_id' then exists (select from public.categories c where c.id = (state ->> key)::uuid)
    when 'workshop_category_id' then exists (select from public.workshop_categories c where c.id = (state ->> key)::uuid)
    when 'course_category_id' then exists (select from public.course_categories c where c.id = (state ->> key)::uuid)
    when 'user_id' then exists (select from auth.users u where u.id = (state ->> key)::uuid)
    when 'offer_id' then
      case when state ->> 'type' = 'team' then exists (select from public.workshops w where w.id = (state ->> key)::uuid)
      else exists (select from public.courses c where c.id = (state ->> key)::uuid) end
    else true
  end;
$$;

create function private.fit_row(relation text, row_id uuid, inout state jsonb, out adjusted text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
  slug text;
begin
  adjusted := '{}';
  foreach key in array array['category_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'user_id'] loop
    if state ->> key is not null and not private.reference_exists(relation, key, state) then
      state := jsonb_set(state, array[key], 'null');
      adjusted := adjusted || key;
    end if;
  end loop;
  if state ? 'slug' then
    slug := private.free_slug(relation, row_id, state ->> 'slug');
    if slug <> state ->> 'slug' then
      state := jsonb_set(state, '{slug}', to_jsonb(slug));
      adjusted := adjusted || array['slug'];
    end if;
  end if;
  if relation = 'prompts' and (state ->> 'is_active')::boolean and exists (
    select from public.prompts p where p.is_active and p.workflow_type = state ->> 'workflow_type' and p.id <> row_id
  ) then
    state := jsonb_set(state, '{is_active}', 'false');
    adjusted := adjusted || array['is_active'];
  end if;
end;
$$;
comment on function private.fit_row(text, uuid, jsonb) is
  'A state as it can be put back now: references to what is gone are empty, a taken slug has a number, a prompt does not push out the active one. adjusted: the columns that differ.';

create function private.put_row(relation text, row_id uuid, wanted jsonb) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  live constant jsonb := private.live_row(relation, row_id);
  fitted constant record := private.fit_row(relation, row_id, wanted);
  -- What the database derives stays out; so does a column that the table had then and has no more.
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
  'Stores a state of a row, with its id where it is gone. Returns the columns that could not come back as they were.';

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
    -- Modules first: lessons need them.
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
  'Puts modules and lessons of a course back as they were right after an entry; what came later goes.';

create function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_relation constant text := (select t.relation from public.trail t where t.row_id = record order by t.id desc limit 1);
  live jsonb;
  state jsonb;
  adjusted text[];
begin
  perform private.expect_staff();
  if of_relation = 'courses' then
    perform private.lock_course(record);
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
  if of_relation in ('modules', 'lessons') then
    -- Where it stands is a matter of the course.
    state := state - array['module_id', 'course_id', 'order_position'];
  end if;
  adjusted := private.put_row(of_relation, record, state);
  if of_relation = 'courses' then
    perform private.put_outline(record, entry);
  end if;
  return adjusted;
end;
$$;

create function private.expect_place(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if deleted.relation = 'modules' and not exists (select from public.courses c where c.id = deleted.parent_id) then
    raise exception using errcode = 'PT409', message = 'Its course is in the trash: restore that first.';
  elsif deleted.relation = 'lessons' and not exists (select from public.modules m where m.id = deleted.parent_id) then
    raise exception using errcode = 'PT409', message = 'Its module is in the trash: restore that first.';
  end if;
  -- The others make room.
  update public.modules m set order_position = m.order_position + 1
  where deleted.relation = 'modules' and m.course_id = deleted.parent_id
    and m.order_position >= (deleted.before ->> 'order_position')::integer;
  update public.lessons l set order_position = l.order_position + 1
  where deleted.relation = 'lessons' and l.module_id = deleted.parent_id
    and l.order_position >= (deleted.before ->> 'order_position')::integer;
end;
$$;
comment on function private.expect_place(public.trail) is 'Makes room for a module or lesson that comes back, where it stood.';

create function private.restore_deleted(deleted uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last public.trail;
  gone public.trail;
  adjusted text[] := '{}';
begin
  perform private.expect_staff();
  -- Two who restore the same thing at once come one after the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(deleted::text, 0));
  select t.* into last from public.trail t where t.row_id = deleted order by t.id desc limit 1;
  if last.id is null or last.operation = 'delete' and last.happened_at <= now() - interval '30 days' then
    raise exception using errcode = 'PT404', message = 'It is not in the trash any more.';
  elsif last.operation <> 'delete' then
    raise exception using errcode = 'PT409', message = 'It is back already.';
  end if;
  if last.relation in ('modules', 'lessons') then
    perform private.lock_course(last.record_id);
    perform private.expect_place(last);
  end if;
  for gone in
    select t.* from public.trail t
    where t.act = last.act and t.operation = 'delete'
      and (t.id = last.id or t.parent_id = deleted or (t.record_id = deleted and t.relation = 'lessons'))
    order by t.id
  loop
    adjusted := adjusted || private.put_row(gone.relation, gone.row_id, gone.before);
  end loop;
  if last.relation in ('modules', 'lessons') then
    perform public.reorder_course(last.record_id, '[]');
  end if;
  return adjusted;
end;
$$;

create function public.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_version(record, entry, seen);
$$;
comment on function public.restore_version(uuid, bigint, bigint) is
  'Puts a record back as it was right after an entry of its history (0: before all that is kept), a course with its modules and lessons. Nothing when there are entries after seen (409). Returns the columns that could not come back as they were.';

create function public.restore_deleted(deleted uuid) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_deleted(deleted);
$$;
comment on function public.restore_deleted(uuid) is
  'Gives back what was deleted in the last 30 days, with its id, and what went along with it. 409 when it is back already or has no place. Returns the columns that could not come back as they were.';

revoke execute on function
  private.expect_staff(), private.lock_course(uuid), private.live_row(text, uuid),
  private.row_at(text, uuid, jsonb, bigint), private.free_slug(text, uuid, text),
  private.reference_exists(text, text, jsonb), private.fit_row(text, uuid, jsonb), private.put_row(text, uuid, jsonb),
  private.put_outline(uuid, bigint), private.expect_place(public.trail),
  private.restore_version(uuid, bigint, bigint), private.restore_deleted(uuid) from public;
revoke execute on function public.restore_version(uuid, bigint, bigint), public.restore_deleted(uuid) from public, anon;
grant execute on function
  private.restore_version(uuid, bigint, bigint), private.restore_deleted(uuid),
  public.restore_version(uuid, bigint, bigint), public.restore_deleted(uuid) to authenticated, service_role;
