-- Workshop matrix: categories x target groups x levels. Staff write it, everybody reads it.

create table public.matrix_categories (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text collate "de-x-icu" not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_categories_code_not_blank check (code ~ '\S'),
  constraint matrix_categories_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_categories is 'First axis of the matrix: the topic of a workshop.';

create table public.matrix_target_groups (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text collate "de-x-icu" not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_target_groups_code_not_blank check (code ~ '\S'),
  constraint matrix_target_groups_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_target_groups is 'Second axis of the matrix: the audience of a workshop.';

create table public.matrix_levels (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text collate "de-x-icu" not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_levels_code_not_blank check (code ~ '\S'),
  constraint matrix_levels_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_levels is 'Third axis of the matrix: the difficulty of a workshop.';

create table public.matrix_dimensions (
  id uuid primary key default gen_random_uuid(),
  name text collate "de-x-icu" not null unique,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_dimensions_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_dimensions is 'Kinds of learning goals, such as knowledge and skills.';

create table public.matrix_workshops (
  id uuid primary key default gen_random_uuid(),
  title text collate "de-x-icu" not null constraint matrix_workshops_title_not_blank check (title ~ '\S'),
  duration_hours real not null constraint matrix_workshops_duration_hours_positive check (duration_hours > 0),
  price_chf integer not null constraint matrix_workshops_price_chf_not_negative check (price_chf >= 0),
  prerequisites text,
  category_id uuid not null references public.matrix_categories (id) on delete restrict,
  target_group_id uuid not null references public.matrix_target_groups (id) on delete restrict,
  level_id uuid not null references public.matrix_levels (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_workshops_duration_hours_at_most check (duration_hours <= 10000)
);
comment on table public.matrix_workshops is 'The workshops of the matrix; apart from public.workshops.';
comment on column public.matrix_workshops.price_chf is 'Whole francs.';

create table public.matrix_workshop_learning_objectives (
  id uuid primary key default gen_random_uuid(),
  matrix_workshop_id uuid not null references public.matrix_workshops (id) on delete cascade,
  dimension_id uuid not null references public.matrix_dimensions (id) on delete restrict,
  objective text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (matrix_workshop_id, dimension_id),
  constraint matrix_objectives_objective_not_blank check (objective ~ '\S')
);
comment on table public.matrix_workshop_learning_objectives is 'Learning goals and success criteria, one per dimension.';
comment on column public.matrix_workshop_learning_objectives.objective is 'Markdown.';

create index matrix_workshops_of_category on public.matrix_workshops (category_id);
create index matrix_workshops_of_target_group on public.matrix_workshops (target_group_id);
create index matrix_workshops_of_level on public.matrix_workshops (level_id);
create index matrix_objectives_of_dimension on public.matrix_workshop_learning_objectives (dimension_id);

alter table public.matrix_categories enable row level security;
alter table public.matrix_target_groups enable row level security;
alter table public.matrix_levels enable row level security;
alter table public.matrix_dimensions enable row level security;
alter table public.matrix_workshops enable row level security;
alter table public.matrix_workshop_learning_objectives enable row level security;

create policy "Everybody reads matrix categories" on public.matrix_categories
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix target groups" on public.matrix_target_groups
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix levels" on public.matrix_levels
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix dimensions" on public.matrix_dimensions
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix workshops" on public.matrix_workshops
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix learning objectives" on public.matrix_workshop_learning_objectives
  for select to anon, authenticated using (true);

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

create function public.save_matrix_workshop(record uuid, base timestamptz, columns jsonb) returns uuid
language sql volatile security invoker set search_path = ''
as $$
  select private.save_document('matrix_workshops', record, base, columns);
$$;
comment on function public.save_matrix_workshop(uuid, timestamptz, jsonb) is
  'Stores a workshop of the matrix with its objectives in one transaction: a new one for record null. 409 if its updated_at is no longer base, unless base is null. columns: its columns, and as matrix_workshop_learning_objectives [{"dimension_id", "objective"}, …], which replaces all that it had.';

create trigger append_to_order before insert on public.matrix_categories
  for each row execute function private.append_to_order();

create trigger append_to_order before insert on public.matrix_target_groups
  for each row execute function private.append_to_order();

create trigger append_to_order before insert on public.matrix_levels
  for each row execute function private.append_to_order();

create trigger append_to_order before insert on public.matrix_dimensions
  for each row execute function private.append_to_order();

create trigger touch_workshops_after_insert after insert on public.matrix_workshop_learning_objectives
  referencing new table as changed for each statement execute function private.touch_matrix_workshops();
create trigger touch_workshops_after_update after update on public.matrix_workshop_learning_objectives
  referencing new table as changed for each statement execute function private.touch_matrix_workshops();
create trigger touch_workshops_after_delete after delete on public.matrix_workshop_learning_objectives
  referencing old table as changed for each statement execute function private.touch_matrix_workshops();

create trigger expect_new_id before insert on public.matrix_workshops for each row execute function private.expect_new_id();

create policy "Staff add matrix categories" on public.matrix_categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change matrix categories" on public.matrix_categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete matrix categories" on public.matrix_categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff add matrix target groups" on public.matrix_target_groups
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change matrix target groups" on public.matrix_target_groups
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete matrix target groups" on public.matrix_target_groups
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff add matrix levels" on public.matrix_levels
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change matrix levels" on public.matrix_levels
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete matrix levels" on public.matrix_levels
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff add matrix dimensions" on public.matrix_dimensions
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change matrix dimensions" on public.matrix_dimensions
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete matrix dimensions" on public.matrix_dimensions
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff add matrix workshops" on public.matrix_workshops
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change matrix workshops" on public.matrix_workshops
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete matrix workshops" on public.matrix_workshops
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff add matrix workshop learning objectives" on public.matrix_workshop_learning_objectives
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change matrix workshop learning objectives" on public.matrix_workshop_learning_objectives
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete matrix workshop learning objectives" on public.matrix_workshop_learning_objectives
  for delete to authenticated using ((select private.is_staff()));

grant all on public.matrix_categories, public.matrix_dimensions, public.matrix_levels, public.matrix_target_groups,
  public.matrix_workshop_learning_objectives, public.matrix_workshops to service_role;
grant select on public.matrix_categories, public.matrix_dimensions, public.matrix_levels, public.matrix_target_groups,
  public.matrix_workshop_learning_objectives, public.matrix_workshops to anon;
grant select, insert (code, name, sort_order), update (code, name, sort_order), delete on public.matrix_categories,
  public.matrix_levels, public.matrix_target_groups to authenticated;
grant select, insert (matrix_workshop_id, dimension_id, objective), update (matrix_workshop_id, dimension_id,
  objective), delete on public.matrix_workshop_learning_objectives to authenticated;
grant select, insert (name, sort_order), update (name, sort_order), delete on public.matrix_dimensions to
  authenticated;
grant select, insert (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id), update
  (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id), delete on
  public.matrix_workshops to authenticated;
grant execute on function public.reorder_matrix, public.save_matrix_workshop to authenticated, service_role;
