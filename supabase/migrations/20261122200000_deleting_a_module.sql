-- As before, but it waits for whoever adds a lesson to the module before it holds the course: who adds one holds the
-- module, by the foreign key, and then the course.
create or replace function public.delete_module(module uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  course constant uuid := private.course_of_module(module);
  place integer;
begin
  -- In the order of reorder_course, which locks them once more and then the course.
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
