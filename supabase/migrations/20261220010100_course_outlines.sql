-- An act of the course builder changes the document that is open.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.complete_parts(parts jsonb, stored jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(
      coalesce((stored -> (p.part ->> 'copy_of')) - 'lessons', stored -> (p.part ->> 'id'), '{}') || (p.part - 'copy_of')
        || case when p.part - array['id', 'lessons'] <> '{}' then jsonb_build_object('updated_at', now()) else '{}' end
        || case when p.part ? 'lessons'
             then jsonb_build_object('lessons', private.complete_parts(p.part -> 'lessons', stored)) else '{}' end
      order by p.place
    ), '[]')
    from jsonb_array_elements(parts) with ordinality p (part, place)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.parts_of_modules(modules jsonb)
 RETURNS TABLE(part jsonb)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p.part
  from jsonb_array_elements(modules) m (module)
  cross join lateral (select m.module union all select jsonb_array_elements(m.module -> 'lessons')) p (part);
$function$;

CREATE OR REPLACE FUNCTION private.save_outline(course uuid, seen jsonb, modules jsonb, draft uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present jsonb[];
  opened public.drafts;
  outline jsonb;
  stored jsonb;
begin
  perform private.expect_staff();
  perform private.hold_role();
  perform private.role_at_write();
  present := private.lock_document('courses', course);
  if present is null then
    raise exception using errcode = 'PT404', message = 'There is no such course.';
  end if;
  if draft is not null then
    select d.* into opened from public.drafts d where d.id = draft and d.record_id = course for update;
  end if;
  outline := case when draft is null then private.parts_of('courses', course) else opened.content end -> 'modules';
  stored := (select coalesce(jsonb_object_agg(p.part ->> 'id', p.part), '{}') from private.parts_of_modules(outline) p);
  if opened.id is distinct from draft or seen <> (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', m.part -> 'id', 'lessons', jsonb_path_query_array(m.part, '$.lessons[*].id')) order by m.place
    ), '[]')
    from jsonb_array_elements(outline) with ordinality m (part, place)
  ) or exists (
    select from private.parts_of_modules(modules) p
    where (p.part ->> 'updated_at')::timestamptz <> (stored #>> array[p.part ->> 'id', 'updated_at'])::timestamptz
  ) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;

  outline := private.complete_parts(modules, stored);
  if (select count(p.part ->> 'id') <> count(distinct p.part ->> 'id') from private.parts_of_modules(outline) p) then
    raise exception using errcode = 'PT400', message = 'A module or lesson is listed twice.';
  end if;
  outline := jsonb_build_object('modules', outline);
  if draft is null then
    perform private.put_rows(private.rows_in('courses', course, outline, present), present);
  else
    perform private.save_draft('courses', course, outline, null, opened.updated_at, opened.publish_at);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION public.save_outline(course uuid, seen jsonb, modules jsonb, draft uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_outline(course, seen, modules, draft);
$function$;

revoke all on function private.complete_parts(jsonb,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.parts_of_modules(jsonb) from public, anon, authenticated, service_role;

revoke all on function private.save_outline(uuid,jsonb,jsonb,uuid) from public, anon, authenticated, service_role;
grant execute on function private.save_outline(uuid,jsonb,jsonb,uuid) to authenticated;

revoke all on function public.save_outline(uuid,jsonb,jsonb,uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_outline(uuid,jsonb,jsonb,uuid) to authenticated;

comment on function private.complete_parts(jsonb,jsonb) is 'Parts with all their columns: those that a part lacks are the stored ones of its id, or of the part that it is a copy of.';

comment on function private.parts_of_modules(jsonb) is 'Modules and their lessons, each as a row.';

comment on function private.save_outline(uuid,jsonb,jsonb,uuid) is 'For staff: makes the modules and lessons of a course, or of its draft, what modules says: [{"id", "lessons": [{"id"}]}]. A part has the columns that change; with updated_at, which it is expected to have still; a new one with copy_of those of another part. Parts that are not listed are deleted. seen: the order before, [{"id": module, "lessons": [lesson, …]}, …]. 409 when it is another one meanwhile, or the draft is gone.';

comment on function public.save_outline(uuid,jsonb,jsonb,uuid) is 'For staff: makes the modules and lessons of a course, or of its draft, what modules says: [{"id", "lessons": [{"id"}]}]. A part has the columns that change; with updated_at, which it is expected to have still; a new one with copy_of those of another part. Parts that are not listed are deleted. seen: the order before, [{"id": module, "lessons": [lesson, …]}, …]. 409 when it is another one meanwhile, or the draft is gone.';

reset check_function_bodies;
