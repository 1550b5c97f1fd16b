-- Online courses: categories, courses, their modules and lessons.

create table public.course_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique constraint course_categories_name_not_blank check (name ~ '\S')
);
comment on table public.course_categories is 'Categories of courses.';

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint courses_title_not_blank check (title ~ '\S'),
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
  updated_at timestamptz not null default now()
);
comment on table public.courses is 'Online courses; the published ones are public.';
comment on column public.courses.total_duration is
  'HH:MM:SS, hours may exceed 23. Text, since time and interval print other forms from 24 hours on. Derived: a trigger replaces a value that is sent.';
comment on column public.courses.module_count is 'Derived: a trigger replaces a value that is sent.';
comment on column public.courses.lesson_count is 'Derived: a trigger replaces a value that is sent.';

create table public.modules (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null constraint modules_title_not_blank check (title ~ '\S'),
  description text not null default '',
  order_position integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.modules is 'Chapters of a course, public with it.';
comment on column public.modules.order_position is 'From 0, within the course.';

create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  module_id uuid not null references public.modules (id) on delete cascade,
  title text not null constraint lessons_title_not_blank check (title ~ '\S'),
  content text not null default '',
  video_url text,
  duration time(0) not null default '00:00:00' constraint lessons_duration_below_a_day check (duration < '24:00:00'),
  lesson_type text not null default 'text' constraint lessons_lesson_type check (lesson_type in ('text', 'video')),
  order_position integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.lessons is 'Lessons of a module, public with its course.';
comment on column public.lessons.content is 'Markdown.';
comment on column public.lessons.duration is 'HH:MM:SS, up to 23:59:59.';
comment on column public.lessons.order_position is 'From 0, within the module.';

create index courses_newest on public.courses (created_at desc, id);
create index courses_of_category on public.courses (course_category_id);
create index modules_of_course on public.modules (course_id, order_position);
create index lessons_of_module on public.lessons (module_id, order_position);

-- The triggers name columns: a change of totals or positions is no edit.
create trigger touch_updated_at before update of
  title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count
  on public.courses for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update of title, description
  on public.modules for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update of title, content, video_url, duration, lesson_type
  on public.lessons for each row execute function private.touch_updated_at();

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

revoke all on public.course_categories, public.courses, public.modules, public.lessons from public, anon, authenticated;
grant select on public.course_categories, public.courses, public.modules, public.lessons to anon, authenticated;
grant insert (name), update (name), delete on public.course_categories to authenticated;
grant
  insert (
    title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count,
    total_duration, module_count, lesson_count
  ),
  update (
    title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count,
    total_duration, module_count, lesson_count
  ),
  delete
  on public.courses to authenticated;
grant
  insert (course_id, title, description, order_position),
  update (course_id, title, description, order_position),
  delete
  on public.modules to authenticated;
grant
  insert (module_id, title, content, video_url, duration, lesson_type, order_position),
  update (module_id, title, content, video_url, duration, lesson_type, order_position),
  delete
  on public.lessons to authenticated;
grant select, insert, update, delete
  on public.course_categories, public.courses, public.modules, public.lessons to service_role;

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

create trigger derive_course_totals before insert or update on public.courses
  for each row execute function private.derive_course_totals();

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

-- The order of modules and lessons, moves between modules included, in one call.

create function public.reorder_course(course uuid, structure jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  -- Lock order: modules, lessons, course, as in single edits, so that there is no deadlock. For the same reason the
  -- updates below leave out rows that were inserted after these locks.
  own_modules constant uuid[] := array(
    select m.id from public.modules m where m.course_id = course order by m.id for no key update
  );
  own_lessons constant uuid[] := array(
    select l.id from public.lessons l where l.module_id = any (own_modules) order by l.id for no key update
  );
begin
  perform from public.courses c where c.id = course for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such course.';
  end if;

  if exists (
    select from jsonb_path_query(structure, '$[*].id') as listed (id) group by listed.id having count(*) > 1
  ) or exists (
    select from jsonb_path_query(structure, '$[*].lessons[*]') as listed (id) group by listed.id having count(*) > 1
  ) then
    raise exception using errcode = 'PT400', message = 'A module or lesson is listed twice.';
  end if;

  update public.modules m set order_position = placed.position
  from (
    select o.id, row_number() over (order by listed.place nulls last, o.order_position, o.id) - 1 as position
    from public.modules o
    left join jsonb_array_elements(structure) with ordinality as listed (module, place)
      on (listed.module ->> 'id')::uuid = o.id
    where o.id = any (own_modules)
  ) placed
  where placed.id = m.id and m.order_position <> placed.position;

  update public.lessons l set module_id = placed.module_id, order_position = placed.position
  from (
    select
      target.id,
      target.module_id,
      row_number() over (
        partition by target.module_id order by target.place nulls last, target.order_position, target.id
      ) - 1 as position
    from (
      select o.id, o.order_position, coalesce(listed.module_id, o.module_id) as module_id, listed.place
      from public.lessons o
      left join (
        select m.id as module_id, (lesson.id #>> '{}')::uuid as lesson_id, lesson.place
        from jsonb_array_elements(structure) as module (value)
        join unnest(own_modules) as m (id) on m.id = (module.value ->> 'id')::uuid
        cross join jsonb_array_elements(coalesce(module.value -> 'lessons', '[]')) with ordinality as lesson (id, place)
      ) listed on listed.lesson_id = o.id
      where o.id = any (own_lessons)
    ) target
  ) placed
  where placed.id = l.id and (l.module_id, l.order_position) is distinct from (placed.module_id, placed.position);
end;
$$;
comment on function public.reorder_course(uuid, jsonb) is
  'Orders a course by structure: [{"id": module, "lessons": [lesson, …]}, …]. Positions become 0 to n-1. Modules and lessons that structure lacks follow the listed ones; ids that are deleted or belong to another course are ignored.';

-- Changes of the outline that take several writes: each is one call and thus one transaction. Each begins with
-- reorder_course, which locks the course and numbers positions from 0 without gaps, and keeps such positions.

create function private.course_of_module(module uuid) returns uuid
language plpgsql stable security invoker set search_path = ''
as $$
declare
  course constant uuid := (select m.course_id from public.modules m where m.id = module);
begin
  if course is null then
    raise exception using errcode = 'PT404', message = 'There is no such module.';
  end if;
  return course;
end;
$$;
comment on function private.course_of_module(uuid) is 'The course that a module belongs to; PT404 when the caller sees no such module.';

create function private.module_of_lesson(lesson uuid) returns uuid
language plpgsql stable security invoker set search_path = ''
as $$
declare
  module constant uuid := (select l.module_id from public.lessons l where l.id = lesson);
begin
  if module is null then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  return module;
end;
$$;
comment on function private.module_of_lesson(uuid) is 'The module that a lesson belongs to; PT404 when the caller sees no such lesson.';

create function public.create_module(course uuid, title text, description text) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  created uuid;
begin
  perform public.reorder_course(create_module.course, '[]');
  insert into public.modules (course_id, title, description, order_position)
  values (
    create_module.course, create_module.title, create_module.description,
    (select count(*) from public.modules m where m.course_id = create_module.course)
  )
  returning id into created;
  return created;
end;
$$;
comment on function public.create_module(uuid, text, text) is 'Adds a module at the end of a course. Returns its id.';

create function public.create_lesson(
  module uuid, title text, lesson_type text, duration time, content text, video_url text default null
) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  created uuid;
begin
  perform public.reorder_course(private.course_of_module(create_lesson.module), '[]');
  insert into public.lessons (module_id, title, lesson_type, duration, content, video_url, order_position)
  values (
    create_lesson.module, create_lesson.title, create_lesson.lesson_type, create_lesson.duration,
    create_lesson.content, create_lesson.video_url,
    (select count(*) from public.lessons l where l.module_id = create_lesson.module)
  )
  returning id into created;
  return created;
end;
$$;
comment on function public.create_lesson(uuid, text, text, time, text, text) is
  'Adds a lesson at the end of a module. Returns its id.';

-- An insert of a lesson locks its module, by the foreign key, and then the course. This function locks in the same
-- order, so that the two cannot deadlock.
create function public.delete_module(module uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  course constant uuid := private.course_of_module(module);
  place integer;
begin
  -- The lock order of reorder_course, which then locks the course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
  perform from public.modules m where m.id = module for update;
  perform public.reorder_course(course, '[]');
  delete from public.modules m where m.id = module returning m.order_position into place;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such module.';
  end if;
  update public.modules m set order_position = m.order_position - 1
  where m.course_id = course and m.order_position > place;
end;
$$;
comment on function public.delete_module(uuid) is 'Deletes a module with its lessons; those behind it move up.';

create function public.delete_lesson(lesson uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  gone public.lessons;
begin
  perform public.reorder_course(private.course_of_module(private.module_of_lesson(lesson)), '[]');
  delete from public.lessons l where l.id = lesson returning l.* into gone;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  update public.lessons l set order_position = l.order_position - 1
  where l.module_id = gone.module_id and l.order_position > gone.order_position;
end;
$$;
comment on function public.delete_lesson(uuid) is 'Deletes a lesson; those behind it move up.';

create function private.copy_lessons(from_module uuid, to_module uuid) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.lessons (module_id, title, content, video_url, duration, lesson_type, order_position)
  select to_module, l.title, l.content, l.video_url, l.duration, l.lesson_type, l.order_position
  from public.lessons l where l.module_id = from_module;
$$;
comment on function private.copy_lessons(uuid, uuid) is 'Stores copies of all lessons of one module in another.';

create function public.duplicate_lesson(lesson uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.lessons;
  copy uuid;
begin
  perform public.reorder_course(private.course_of_module(private.module_of_lesson(lesson)), '[]');
  select l.* into original from public.lessons l where l.id = lesson;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  update public.lessons l set order_position = l.order_position + 1
  where l.module_id = original.module_id and l.order_position > original.order_position;
  insert into public.lessons (module_id, title, content, video_url, duration, lesson_type, order_position)
  values (
    original.module_id, original.title || ' (Kopie)', original.content, original.video_url, original.duration,
    original.lesson_type, original.order_position + 1
  )
  returning id into copy;
  return copy;
end;
$$;
comment on function public.duplicate_lesson(uuid) is 'Stores a copy of a lesson right behind it. Returns its id.';

create function public.duplicate_module(module uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.modules;
  copy uuid;
begin
  perform public.reorder_course(private.course_of_module(module), '[]');
  select m.* into original from public.modules m where m.id = module;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such module.';
  end if;
  update public.modules m set order_position = m.order_position + 1
  where m.course_id = original.course_id and m.order_position > original.order_position;
  insert into public.modules (course_id, title, description, order_position)
  values (original.course_id, original.title || ' (Kopie)', original.description, original.order_position + 1)
  returning id into copy;
  perform private.copy_lessons(module, copy);
  return copy;
end;
$$;
comment on function public.duplicate_module(uuid) is
  'Stores a copy of a module and its lessons right behind it. Returns its id.';

create function public.duplicate_course(course uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.courses;
  original_module public.modules;
  module_copy uuid;
  copy uuid;
begin
  -- The lock keeps lessons from moving between two modules while these are copied one after the other.
  perform public.reorder_course(course, '[]');
  select c.* into original from public.courses c where c.id = course;
  -- The first free slug: slug-kopie, slug-kopie-2, … The unique index serializes two copies at the same time.
  for number in 1 .. 1000 loop
    insert into public.courses (
      title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published
    )
    values (
      original.title || ' (Kopie)',
      original.slug || '-kopie' || case when number = 1 then '' else '-' || number end,
      original.description, original.thumbnail_url, original.course_category_id, original.difficulty_level, false
    )
    on conflict (slug) do nothing
    returning id into copy;
    exit when copy is not null;
  end loop;
  for original_module in select m.* from public.modules m where m.course_id = course order by m.order_position loop
    insert into public.modules (course_id, title, description, order_position)
    values (copy, original_module.title, original_module.description, original_module.order_position)
    returning id into module_copy;
    perform private.copy_lessons(original_module.id, module_copy);
  end loop;
  return copy;
end;
$$;
comment on function public.duplicate_course(uuid) is
  'Stores a copy of a course with all its modules and lessons, as a draft. Returns its id.';

revoke execute on all functions in schema private from public;
grant execute on function private.course_of_module, private.module_of_lesson, private.copy_lessons
  to authenticated, service_role;
revoke execute on function
  public.reorder_course, public.create_module, public.create_lesson, public.delete_module, public.delete_lesson,
  public.duplicate_lesson, public.duplicate_module, public.duplicate_course
  from public, anon;
grant execute on function
  public.reorder_course, public.create_module, public.create_lesson, public.delete_module, public.delete_lesson,
  public.duplicate_lesson, public.duplicate_module, public.duplicate_course
  to authenticated, service_role;
