-- Workshops and their categories.

create table public.workshop_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique constraint workshop_categories_name_not_blank check (name ~ '\S')
);
comment on table public.workshop_categories is 'Categories of workshops.';

create table public.workshops (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint workshops_title_not_blank check (title ~ '\S'),
  subtitle text not null default '',
  description text not null default '',
  content text not null default '',
  learning_objectives text not null default '',
  max_participants integer not null default 0
    constraint workshops_max_participants_not_negative check (max_participants >= 0),
  duration time(0) not null default '00:00:00' constraint workshops_duration_below_a_day check (duration < '24:00:00'),
  workshop_category_id uuid references public.workshop_categories (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.workshops is 'Workshops on offer; all of them are public.';
comment on column public.workshops.content is 'Markdown.';
comment on column public.workshops.learning_objectives is 'Markdown.';
comment on column public.workshops.duration is 'HH:MM:SS, up to 23:59:59.';

create index workshops_newest on public.workshops (created_at desc, id);
create index workshops_of_category on public.workshops (workshop_category_id);

create trigger touch_updated_at before update on public.workshops
  for each row execute function private.touch_updated_at();

alter table public.workshop_categories enable row level security;
alter table public.workshops enable row level security;

create policy "Everybody reads workshop categories" on public.workshop_categories
  for select to anon, authenticated using (true);
create policy "Staff add workshop categories" on public.workshop_categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change workshop categories" on public.workshop_categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete workshop categories" on public.workshop_categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Everybody reads workshops" on public.workshops
  for select to anon, authenticated using (true);
create policy "Staff add workshops" on public.workshops
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change workshops" on public.workshops
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete workshops" on public.workshops
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.workshop_categories, public.workshops from public, anon, authenticated;
grant select on public.workshop_categories, public.workshops to anon, authenticated;
grant insert (name), update (name), delete on public.workshop_categories to authenticated;
grant
  insert (
    title, subtitle, description, content, learning_objectives, max_participants, duration, workshop_category_id
  ),
  update (
    title, subtitle, description, content, learning_objectives, max_participants, duration, workshop_category_id
  ),
  delete
  on public.workshops to authenticated;
grant select, insert, update, delete on public.workshop_categories, public.workshops to service_role;
