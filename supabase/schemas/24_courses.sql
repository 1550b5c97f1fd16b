-- Online courses: categories, courses, their modules and lessons.

create table public.course_categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "de-x-icu" not null unique constraint course_categories_name_not_blank check (name ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.course_categories is 'Categories of courses.';

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text collate "de-x-icu" not null constraint courses_title_not_blank check (title ~ '\S'),
  slug text not null unique
    constraint courses_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  description text not null default '',
  thumbnail_url text constraint courses_thumbnail_url_http check (thumbnail_url ~* '^https?://\S+$'),
  course_category_id uuid references public.course_categories (id) on delete restrict,
  difficulty_level text not null default 'beginner'
    constraint courses_difficulty_level check (difficulty_level in ('beginner', 'intermediate', 'advanced')),
  is_published boolean not null default false,
  enrollment_count integer not null default 0
    constraint courses_enrollment_count_not_negative check (enrollment_count >= 0),
  total_duration text not null default '00:00:00',
  module_count integer not null default 0,
  lesson_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture uuid
);
comment on table public.courses is 'Online courses; the published ones are public.';
comment on column public.courses.total_duration is
  'HH:MM:SS, hours may exceed 23. Text, since time and interval print other forms from 24 hours on. Derived: a trigger replaces a value that is sent.';
comment on column public.courses.module_count is 'Derived: a trigger replaces a value that is sent.';
comment on column public.courses.lesson_count is 'Derived: a trigger replaces a value that is sent.';
comment on column public.courses.picture is 'A picture of the library. It is shown in place of thumbnail_url.';

create table public.modules (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text collate "de-x-icu" not null constraint modules_title_not_blank check (title ~ '\S'),
  description text not null default '',
  order_position integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.modules is 'Chapters of a course, public with it.';
comment on column public.modules.order_position is 'From 0, within the course.';

create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  module_id uuid not null references public.modules (id) on delete cascade,
  title text collate "de-x-icu" not null constraint lessons_title_not_blank check (title ~ '\S'),
  content text not null default '',
  video_url text,
  duration time(0) not null default '00:00:00' constraint lessons_duration_below_a_day check (duration < '24:00:00'),
  lesson_type text not null default 'text' constraint lessons_lesson_type check (lesson_type in ('text', 'video')),
  order_position integer not null default 0,
  updated_at timestamptz not null default now(),
  captions text
    -- The line that every WebVTT file begins with; the form of the lesson checks the cues.
    constraint lessons_captions_webvtt check (captions ~ E'^\uFEFF?WEBVTT([ \t\r\n]|$)'),
  transcript text
);
comment on table public.lessons is 'Lessons of a module, public with its course.';
comment on column public.lessons.content is 'Markdown.';
comment on column public.lessons.duration is 'HH:MM:SS, up to 23:59:59.';
comment on column public.lessons.order_position is 'From 0, within the module.';
comment on column public.lessons.captions is 'WebVTT, for a video file. Players of other services have captions of their own.';
comment on column public.lessons.transcript is 'Markdown: what is said and shown in the video.';

create index courses_newest on public.courses (created_at desc, id);
create index courses_of_category on public.courses (course_category_id);
create index modules_of_course on public.modules (course_id, order_position);
create index lessons_of_module on public.lessons (module_id, order_position);

alter table public.course_categories enable row level security;
alter table public.courses enable row level security;
alter table public.modules enable row level security;
alter table public.lessons enable row level security;

create policy "Everybody reads course categories" on public.course_categories
  for select to anon, authenticated using (true);
create policy "Staff add course categories" on public.course_categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change course categories" on public.course_categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete course categories" on public.course_categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read published courses" on public.courses
  for select to anon using (is_published);
create policy "Signed-in users read published courses, staff all courses" on public.courses
  for select to authenticated using (is_published or (select private.is_staff()));
create policy "Staff add courses" on public.courses
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change courses" on public.courses
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete courses" on public.courses
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read modules of published courses" on public.modules
  for select to anon
  using (exists (select from public.courses c where c.id = course_id and c.is_published));
create policy "Signed-in users read modules of published courses, staff all modules" on public.modules
  for select to authenticated
  using (
    (select private.is_staff()) or exists (select from public.courses c where c.id = course_id and c.is_published)
  );
create policy "Staff add modules" on public.modules
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change modules" on public.modules
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete modules" on public.modules
  for delete to authenticated using ((select private.is_staff()));

-- Row-level security of modules applies in these policies: a module that the caller may read is in a published course.
create policy "Visitors read lessons of published courses" on public.lessons
  for select to anon using (exists (select from public.modules m where m.id = module_id));
create policy "Signed-in users read lessons of published courses, staff all lessons" on public.lessons
  for select to authenticated
  using ((select private.is_staff()) or exists (select from public.modules m where m.id = module_id));
create policy "Staff add lessons" on public.lessons
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change lessons" on public.lessons
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete lessons" on public.lessons
  for delete to authenticated using ((select private.is_staff()));

-- Totals: triggers count the modules and lessons of a course.

create function private.derive_course_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select
    to_char(coalesce(sum(l.duration::interval), interval '0'), 'HH24:MI:SS'),
    count(distinct m.id),
    count(l.id)
  into new.total_duration, new.module_count, new.lesson_count
  from public.modules m left join public.lessons l on l.module_id = m.id
  where m.course_id = new.id;
  return new;
end;
$$;
comment on function private.derive_course_totals() is
  'Replaces the totals that were sent. It counts while the course is locked, so that it sees concurrent changes.';

-- Both run as the owner: a caller who may change a lesson may lack the right to change its course.
create function private.refresh_courses_of_modules() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.courses set total_duration = default where id in (select course_id from changed);
  return null;
end;
$$;

create function private.refresh_courses_of_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.courses set total_duration = default
  where id in (select m.course_id from public.modules m join changed on changed.module_id = m.id);
  return null;
end;
$$;

-- The triggers name columns: a change of totals or positions is no edit.
create trigger touch_updated_at before update of
  title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count
  on public.courses for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update of title, description
  on public.modules for each row execute function private.touch_updated_at();

create trigger derive_course_totals before insert or update on public.courses
  for each row execute function private.derive_course_totals();

create trigger refresh_courses_after_insert after insert on public.modules referencing new table as changed
  for each statement execute function private.refresh_courses_of_modules();
create trigger refresh_courses_after_update_to after update on public.modules referencing new table as changed
  for each statement execute function private.refresh_courses_of_modules();
create trigger refresh_courses_after_update_from after update on public.modules referencing old table as changed
  for each statement execute function private.refresh_courses_of_modules();
create trigger refresh_courses_after_delete after delete on public.modules referencing old table as changed
  for each statement execute function private.refresh_courses_of_modules();

create trigger refresh_courses_after_insert after insert on public.lessons referencing new table as changed
  for each statement execute function private.refresh_courses_of_lessons();
create trigger refresh_courses_after_update_to after update on public.lessons referencing new table as changed
  for each statement execute function private.refresh_courses_of_lessons();
create trigger refresh_courses_after_update_from after update on public.lessons referencing old table as changed
  for each statement execute function private.refresh_courses_of_lessons();
create trigger refresh_courses_after_delete after delete on public.lessons referencing old table as changed
  for each statement execute function private.refresh_courses_of_lessons();
create trigger touch_updated_at before update of
  title, content, video_url, captions, transcript, duration, lesson_type
  on public.lessons for each row execute function private.touch_updated_at();

create trigger expect_new_id before insert on public.modules for each row execute function private.expect_new_id();

create trigger expect_new_id before insert on public.lessons for each row execute function private.expect_new_id();

grant all on public.course_categories, public.courses, public.lessons, public.modules to service_role;
grant select on public.course_categories, public.courses, public.lessons, public.modules to anon;
grant select, insert (course_id, title, description, order_position), update (course_id, title, description,
  order_position), delete on public.modules to authenticated;
grant select, insert (module_id, title, content, video_url, duration, lesson_type, order_position, captions,
  transcript), update (module_id, title, content, video_url, duration, lesson_type, order_position, captions,
  transcript), delete on public.lessons to authenticated;
grant select, insert (name), update (name), delete on public.course_categories to authenticated;
grant select, insert (title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published,
  enrollment_count, total_duration, module_count, lesson_count, picture), update (title, slug, description,
  thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count, total_duration, module_count,
  lesson_count, picture), delete on public.courses to authenticated;
