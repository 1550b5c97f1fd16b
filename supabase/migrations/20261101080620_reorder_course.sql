-- Ordering modules and lessons, moves between modules included, in one call.

create function public.reorder_course(course uuid, structure jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  -- Modules, lessons, course: the order in which single edits lock them too, so that nobody waits in a circle.
  -- For the same reason what is not locked here, since it was added after these lines, is left alone below.
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
  'Orders a course as structure says: [{"id": module, "lessons": [lesson, …]}, …]. Positions become 0 to n-1. What somebody else added meanwhile follows the listed ones, what somebody else deleted or what belongs to another course is passed over.';
revoke execute on function public.reorder_course(uuid, jsonb) from public, anon;
grant execute on function public.reorder_course(uuid, jsonb) to authenticated, service_role;
