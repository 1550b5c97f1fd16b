-- What a course says about its modules and lessons, kept by the database.

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
  'Replaces whatever was sent. It counts after the course is locked, so that changes made at once do not miss each other.';
revoke execute on function private.derive_course_totals() from public;

create trigger derive_course_totals before insert or update on public.courses
  for each row execute function private.derive_course_totals();

-- Both run as the owner: whoever may change a lesson need not be allowed to change its course.
create function private.refresh_courses_of_modules() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.courses set total_duration = default where id in (select course_id from changed);
  return null;
end;
$$;
revoke execute on function private.refresh_courses_of_modules() from public;

create function private.refresh_courses_of_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.courses set total_duration = default
  where id in (select m.course_id from public.modules m join changed on changed.module_id = m.id);
  return null;
end;
$$;
revoke execute on function private.refresh_courses_of_lessons() from public;

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
