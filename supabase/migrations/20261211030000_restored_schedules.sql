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
revoke execute on function private.without_passed_time from public;

create or replace function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
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

create or replace function private.restore_deleted(deleted uuid) returns text[]
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
