-- Staff write the matrix. It and the categories of posts, workshops and courses get the versions that forms compare.

do $$
declare
  relation text;
  noun text;
begin
  foreach relation in array array[
    'categories', 'workshop_categories', 'course_categories', 'matrix_categories', 'matrix_target_groups',
    'matrix_levels', 'matrix_dimensions', 'matrix_workshops', 'matrix_workshop_learning_objectives'
  ] loop
    execute format(
      'alter table public.%1$I
         add column created_at timestamptz not null default now(),
         add column updated_at timestamptz not null default now();
       create trigger touch_updated_at before update on public.%1$I
         for each row execute function private.touch_updated_at()', relation
    );
    continue when relation not like 'matrix%';
    noun := replace(relation, '_', ' ');
    execute format(
      'create policy %2$I on public.%1$I for insert to authenticated with check ((select private.is_staff()));
       create policy %3$I on public.%1$I for update to authenticated
         using ((select private.is_staff())) with check ((select private.is_staff()));
       create policy %4$I on public.%1$I for delete to authenticated using ((select private.is_staff()))',
      relation, 'Staff add ' || noun, 'Staff change ' || noun, 'Staff delete ' || noun
    );
  end loop;
end;
$$;

grant insert (code, name, sort_order), update (code, name, sort_order), delete
  on public.matrix_categories, public.matrix_target_groups, public.matrix_levels to authenticated;
grant insert (name, sort_order), update (name, sort_order), delete on public.matrix_dimensions to authenticated;
grant
  insert (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id),
  update (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id),
  delete
  on public.matrix_workshops to authenticated;
grant
  insert (matrix_workshop_id, dimension_id, objective), update (matrix_workshop_id, dimension_id, objective), delete
  on public.matrix_workshop_learning_objectives to authenticated;

alter table public.matrix_categories
  add constraint matrix_categories_code_not_blank check (code ~ '\S'),
  add constraint matrix_categories_name_not_blank check (name ~ '\S');
alter table public.matrix_target_groups
  add constraint matrix_target_groups_code_not_blank check (code ~ '\S'),
  add constraint matrix_target_groups_name_not_blank check (name ~ '\S');
alter table public.matrix_levels
  add constraint matrix_levels_code_not_blank check (code ~ '\S'),
  add constraint matrix_levels_name_not_blank check (name ~ '\S');
alter table public.matrix_dimensions add constraint matrix_dimensions_name_not_blank check (name ~ '\S');
-- NaN, which is greater than any number, is not in this range either.
alter table public.matrix_workshops
  add constraint matrix_workshops_duration_hours_at_most check (duration_hours <= 10000);
alter table public.matrix_workshop_learning_objectives
  add constraint matrix_objectives_objective_not_blank check (objective ~ '\S');

create function private.append_to_order() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  if new.sort_order is null then
    execute format('select coalesce(max(t.sort_order), 0) + 1 from public.%I t', tg_table_name) into new.sort_order;
  end if;
  return new;
end;
$$;
comment on function private.append_to_order() is 'A row that is inserted without sort_order comes last.';

create trigger append_to_order before insert on public.matrix_categories
  for each row execute function private.append_to_order();
create trigger append_to_order before insert on public.matrix_target_groups
  for each row execute function private.append_to_order();
create trigger append_to_order before insert on public.matrix_levels
  for each row execute function private.append_to_order();
create trigger append_to_order before insert on public.matrix_dimensions
  for each row execute function private.append_to_order();

create function public.reorder_matrix(axis text, ids uuid[]) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  known bigint;
begin
  if axis <> all (array['matrix_categories', 'matrix_target_groups', 'matrix_levels', 'matrix_dimensions']) then
    raise exception using errcode = 'PT400',
      message = 'The axis must be matrix_categories, matrix_target_groups, matrix_levels or matrix_dimensions.';
  elsif (select count(distinct i) from unnest(ids) i) <> cardinality(ids) then
    raise exception using errcode = 'PT400', message = 'An id is listed twice.';
  end if;
  -- Locked in the order of ids, so that two calls do not deadlock.
  execute format(
    'select count(*) from (select t.id from public.%I t order by t.id for no key update) locked', axis
  ) into known;
  if known = 0 then
    raise exception using errcode = 'PT404', message = 'There is nothing to order.';
  end if;
  execute format(
    'update public.%1$I t set sort_order = placed.position
     from (
       select o.id, row_number() over (order by listed.place nulls last, o.sort_order, o.id) as position
       from public.%1$I o left join unnest($1) with ordinality as listed (id, place) on listed.id = o.id
     ) placed
     where placed.id = t.id and t.sort_order <> placed.position', axis
  ) using ids;
end;
$$;
comment on function public.reorder_matrix(text, uuid[]) is
  'Orders an axis or the dimensions of the matrix by ids. sort_order becomes 1 to n; rows that ids lack follow the listed ones, unknown ids are ignored.';

-- A learning objective is a part of its workshop: a change of it is another version of the workshop.
create function private.touch_matrix_workshops() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.matrix_workshops w set updated_at = default
  where w.id in (select c.matrix_workshop_id from changed c);
  return null;
end;
$$;
comment on function private.touch_matrix_workshops() is 'Gives workshops whose objectives changed another updated_at.';

create trigger touch_workshops_after_insert after insert on public.matrix_workshop_learning_objectives
  referencing new table as changed for each statement execute function private.touch_matrix_workshops();
create trigger touch_workshops_after_update after update on public.matrix_workshop_learning_objectives
  referencing new table as changed for each statement execute function private.touch_matrix_workshops();
create trigger touch_workshops_after_delete after delete on public.matrix_workshop_learning_objectives
  referencing old table as changed for each statement execute function private.touch_matrix_workshops();

create function public.save_matrix_workshop(record uuid, base timestamptz, columns jsonb) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  saved uuid;
begin
  -- A write of an objective locks it before its workshop, by the trigger: the same order here.
  perform from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id = record order by o.id for no key update;
  if record is null then
    insert into public.matrix_workshops (
      title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id
    )
    select c.title, c.duration_hours, c.price_chf, c.prerequisites, c.category_id, c.target_group_id, c.level_id
    from jsonb_populate_record(null::public.matrix_workshops, columns) c
    returning id into saved;
  else
    update public.matrix_workshops w
    set (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id) = (
      select c.title, c.duration_hours, c.price_chf, c.prerequisites, c.category_id, c.target_group_id, c.level_id
      from jsonb_populate_record(null::public.matrix_workshops, columns) c
    )
    where w.id = record and (base is null or w.updated_at = base)
    returning w.id into saved;
  end if;
  if saved is null and exists (select from public.matrix_workshops w where w.id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif saved is null then
    raise exception using errcode = 'PT404', message = 'There is no such workshop.';
  end if;
  delete from public.matrix_workshop_learning_objectives o
  where o.matrix_workshop_id = saved and o.dimension_id not in (
    select g.dimension_id
    from jsonb_to_recordset(columns -> 'matrix_workshop_learning_objectives') as g (dimension_id uuid)
    where g.dimension_id is not null
  );
  insert into public.matrix_workshop_learning_objectives as o (matrix_workshop_id, dimension_id, objective)
  select saved, g.dimension_id, g.objective
  from jsonb_to_recordset(columns -> 'matrix_workshop_learning_objectives') as g (dimension_id uuid, objective text)
  on conflict (matrix_workshop_id, dimension_id) do update set objective = excluded.objective
    where o.objective <> excluded.objective;
  return saved;
end;
$$;
comment on function public.save_matrix_workshop(uuid, timestamptz, jsonb) is
  'Stores a workshop of the matrix with its objectives in one transaction: a new one for record null. 409 if its updated_at is no longer base, unless base is null. columns: its columns, and as matrix_workshop_learning_objectives [{"dimension_id", "objective"}, …], which replaces all that it had.';

revoke execute on function private.append_to_order, private.touch_matrix_workshops from public;
revoke execute on function public.reorder_matrix, public.save_matrix_workshop from public, anon;
grant execute on function public.reorder_matrix, public.save_matrix_workshop to authenticated, service_role;
