-- Workshop matrix: categories x target groups x levels. Written by migrations and seeds, read by everybody.

create table public.matrix_categories (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  sort_order integer not null
);
comment on table public.matrix_categories is 'First axis of the matrix: the topic of a workshop.';

create table public.matrix_target_groups (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  sort_order integer not null
);
comment on table public.matrix_target_groups is 'Second axis of the matrix: the audience of a workshop.';

create table public.matrix_levels (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  sort_order integer not null
);
comment on table public.matrix_levels is 'Third axis of the matrix: the difficulty of a workshop.';

create table public.matrix_dimensions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  sort_order integer not null
);
comment on table public.matrix_dimensions is 'Kinds of learning goals, such as knowledge and skills.';

create table public.matrix_workshops (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint matrix_workshops_title_not_blank check (title ~ '\S'),
  duration_hours real not null constraint matrix_workshops_duration_hours_positive check (duration_hours > 0),
  price_chf integer not null constraint matrix_workshops_price_chf_not_negative check (price_chf >= 0),
  prerequisites text,
  category_id uuid not null references public.matrix_categories (id) on delete restrict,
  target_group_id uuid not null references public.matrix_target_groups (id) on delete restrict,
  level_id uuid not null references public.matrix_levels (id) on delete restrict
);
comment on table public.matrix_workshops is 'The workshops of the matrix; apart from public.workshops.';
comment on column public.matrix_workshops.price_chf is 'Whole francs.';

create table public.matrix_workshop_learning_objectives (
  id uuid primary key default gen_random_uuid(),
  matrix_workshop_id uuid not null references public.matrix_workshops (id) on delete cascade,
  dimension_id uuid not null references public.matrix_dimensions (id) on delete restrict,
  objective text not null,
  unique (matrix_workshop_id, dimension_id)
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

revoke all on
  public.matrix_categories, public.matrix_target_groups, public.matrix_levels, public.matrix_dimensions,
  public.matrix_workshops, public.matrix_workshop_learning_objectives
  from public, anon, authenticated;
grant select on
  public.matrix_categories, public.matrix_target_groups, public.matrix_levels, public.matrix_dimensions,
  public.matrix_workshops, public.matrix_workshop_learning_objectives
  to anon, authenticated;
grant select, insert, update, delete on
  public.matrix_categories, public.matrix_target_groups, public.matrix_levels, public.matrix_dimensions,
  public.matrix_workshops, public.matrix_workshop_learning_objectives
  to service_role;
