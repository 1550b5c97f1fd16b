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
  insert into public.lessons (
    module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  select
    to_module, l.title, l.content, l.video_url, l.captions, l.transcript, l.duration, l.lesson_type, l.order_position
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
  insert into public.lessons (
    module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  values (
    original.module_id, original.title || ' (Kopie)', original.content, original.video_url, original.captions,
    original.transcript, original.duration, original.lesson_type, original.order_position + 1
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

create function public.create_lesson(
  module uuid, title text, lesson_type text, duration time, content text, video_url text default null,
  captions text default null, transcript text default null
) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  created uuid;
begin
  perform public.reorder_course(private.course_of_module(create_lesson.module), '[]');
  insert into public.lessons (
    module_id, title, lesson_type, duration, content, video_url, captions, transcript, order_position
  )
  values (
    create_lesson.module, create_lesson.title, create_lesson.lesson_type, create_lesson.duration,
    create_lesson.content, create_lesson.video_url, create_lesson.captions, create_lesson.transcript,
    (select count(*) from public.lessons l where l.module_id = create_lesson.module)
  )
  returning id into created;
  return created;
end;
$$;
comment on function public.create_lesson(uuid, text, text, time, text, text, text, text) is
  'Adds a lesson at the end of a module. Returns its id.';

grant execute on function private.copy_lessons, private.course_of_module, private.module_of_lesson,
  public.create_lesson, public.create_module, public.delete_lesson, public.delete_module, public.duplicate_course,
  public.duplicate_lesson, public.duplicate_module, public.reorder_course to authenticated, service_role;
