-- Pictures of the library: one definition of what is public, uploads by who added the picture, and no owner of a picture
-- that never came.

create or replace function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lesson jsonb;
begin
  if private.is_public(tg_table_name, to_jsonb(new)) is not true then
    return new;
  end if;
  perform private.expect_alternative_texts(tg_table_name, to_jsonb(new));
  if tg_table_name = 'courses' then
    for lesson in
      select to_jsonb(l) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = new.id and strpos(l.content || coalesce(l.transcript, ''), '/_pictures/') > 0
    loop
      perform private.expect_alternative_texts('lessons', lesson);
    end loop;
  end if;
  return new;
end;
$$;

create or replace function private.uses_of_picture(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, needs_text boolean)
language sql stable security definer set search_path = ''
as $$
  with rows as (
    select 'posts' as of_table, 'posts' as relation, p.id as record_id, p.title, to_jsonb(p) as state from public.posts p
    where p.picture = uses_of_picture.picture or strpos(p.content, uses_of_picture.picture::text) > 0
    union all
    select 'pages', 'pages', p.id, p.title, to_jsonb(p) from public.pages p where strpos(p.content, uses_of_picture.picture::text) > 0
    union all
    select 'workshops', 'workshops', w.id, w.title, to_jsonb(w) from public.workshops w
    where w.picture = uses_of_picture.picture or strpos(w.content || w.learning_objectives, uses_of_picture.picture::text) > 0
    union all
    select 'courses', 'courses', c.id, c.title, to_jsonb(c) from public.courses c where c.picture = uses_of_picture.picture
    union all
    select 'lessons', 'courses', m.course_id, c.title, to_jsonb(l) from public.lessons l
    join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where strpos(l.content || coalesce(l.transcript, ''), uses_of_picture.picture::text) > 0
    union all
    select 'matrix_workshop_learning_objectives', 'matrix_workshops', w.id, w.title, to_jsonb(o)
    from public.matrix_workshop_learning_objectives o join public.matrix_workshops w on w.id = o.matrix_workshop_id
    where strpos(o.objective, uses_of_picture.picture::text) > 0
  ), uses as (
    select r.relation, r.record_id, r.title, private.is_public(r.of_table, r.state) is true as is_public, not u.has_text as needs_text
    from rows r cross join private.uses_in(r.of_table, r.state) u where u.picture = uses_of_picture.picture
    union all
    select d.relation, d.record_id, coalesce(d.content ->> 'title', ''), false, false
    from public.drafts d where strpos(d.content::text, uses_of_picture.picture::text) > 0
  )
  select u.relation, u.record_id, min(u.title), bool_or(u.is_public), bool_or(u.is_public and u.needs_text)
  from uses u group by u.relation, u.record_id;
$$;

drop function private.is_shown(text, jsonb);

create or replace function private.awaits_upload(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pictures p
    where p.id::text = name and private.owns(p.id) and not private.is_uploaded(p.id)
  );
$$;
comment on function private.awaits_upload(text) is
  'Whether the caller added a picture with this id that has no upload yet.';

create function private.forget_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o where o.record = old.id;
  return null;
end;
$$;
comment on function private.forget_owner() is
  'A picture whose upload never came is not in the trash, and has nothing that its owner could restore.';
create trigger forget_owner after delete on public.pictures
  for each row when (current_setting('private.is_retention', true) = 'on') execute function private.forget_owner();

revoke execute on function private.forget_owner from public;
