-- Uses. Nothing public shows a picture without an alternative text that is not decorative on purpose.

create function private.texts_with_pictures(relation text) returns text[]
language sql stable set search_path = ''
as $$
  select k.texts from private.kinds k where k.relation = texts_with_pictures.relation;
$$;
comment on function private.texts_with_pictures(text) is 'The columns of a table with Markdown.';

create function private.expect_alternative_texts(relation text, state jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  missing record;
begin
  select p.id, p.title, u.field, u.needs into missing
  from private.uses_in(relation, state) u join public.pictures p on p.id = u.picture
  where not p.is_decorative and (u.needs = 'own' or u.needs = 'any' and p.alt !~ '\S')
  order by u.field = 'picture' desc limit 1;
  if found then
    raise exception using errcode = 'PT400', hint = missing.field, message = case
      when missing.field = 'picture' then format(
        'The picture "%s" has no alternative text. Write one in the library, or mark the picture as decorative.', missing.title
      )
      when missing.needs = 'any' then format(
        'The picture "%s" has no alternative text. Write it as ![Beschreibung](/_pictures/%s) or in the library, or mark the picture as decorative.',
        missing.title, missing.id
      )
      else format(
        'The picture "%s" is shown without an alternative text at this address. Write it as ![Beschreibung](/_pictures/%s), or mark the picture as decorative.',
        missing.title, missing.id
      )
    end;
  end if;
end;
$$;

create function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lesson jsonb;
begin
  if private.is_public(tg_table_name, to_jsonb(new)) is not true then
    return new;
  end if;
  -- A public row whose pictures stay as they were may be older than the rule.
  if tg_op = 'UPDATE' and private.is_public(tg_table_name, to_jsonb(old)) is true and not exists (
    select from unnest(private.texts_with_pictures(tg_table_name) || array['picture', 'thumbnail_url', 'module_id']) as key
    where to_jsonb(old) ->> key is distinct from to_jsonb(new) ->> key
  ) then
    return new;
  end if;
  perform private.expect_alternative_texts(tg_table_name, to_jsonb(new));
  if tg_table_name = 'courses' then
    for lesson in
      select to_jsonb(l) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = new.id and private.may_name_picture(l.content || coalesce(l.transcript, ''))
    loop
      perform private.expect_alternative_texts('lessons', lesson);
    end loop;
  end if;
  return new;
end;
$$;

create function private.record_with(part text, id uuid) returns table (relation text, state jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  kind private.kinds := (select k from private.kinds k where k.relation = part);
begin
  relation := part;
  state := private.stored_row(part, id);
  while kind.parent is not null and state is not null loop
    relation := kind.parent;
    state := private.stored_row(relation, (state ->> kind.parent_key)::uuid);
    select k.* into kind from private.kinds k where k.relation = record_with.relation;
  end loop;
  if state is not null then
    return next;
  end if;
end;
$$;
comment on function private.record_with(text, uuid) is 'The record that a row is part of, or the row itself.';

create function private.uses_of_picture(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, needs_text boolean)
language sql stable security definer set search_path = ''
as $$
  with rows as (
    select 'posts' as of_table, 'posts' as relation, p.id as record_id, p.title, to_jsonb(p) as state from public.posts p
    where p.picture = uses_of_picture.picture or strpos(p.content, uses_of_picture.picture::text) > 0
      -- Posts are many: few have what an id could be escaped with.
      or (
        strpos(p.content, '\-') > 0 or strpos(p.content, '&#') > 0
        or strpos(p.content, '%2') > 0 or strpos(p.content, '%3') > 0 or strpos(p.content, '%6') > 0
      ) and private.names_picture(p.content, uses_of_picture.picture)
    union all
    select 'pages', 'pages', p.id, p.title, to_jsonb(p) from public.pages p
    where private.names_picture(p.content, uses_of_picture.picture)
    union all
    select 'workshops', 'workshops', w.id, w.title, to_jsonb(w) from public.workshops w
    where w.picture = uses_of_picture.picture
      or private.names_picture(w.content || w.learning_objectives, uses_of_picture.picture)
    union all
    select 'courses', 'courses', c.id, c.title, to_jsonb(c) from public.courses c
    where c.picture = uses_of_picture.picture or private.names_picture(c.thumbnail_url, uses_of_picture.picture)
    union all
    select 'lessons', 'courses', m.course_id, c.title, to_jsonb(l) from public.lessons l
    join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where private.names_picture(l.content || coalesce(l.transcript, ''), uses_of_picture.picture)
    union all
    select 'matrix_workshop_learning_objectives', 'matrix_workshops', w.id, w.title, to_jsonb(o)
    from public.matrix_workshop_learning_objectives o join public.matrix_workshops w on w.id = o.matrix_workshop_id
    where private.names_picture(o.objective, uses_of_picture.picture)
  ), uses as (
    select r.relation, r.record_id, r.title, private.is_public(r.of_table, r.state) is true as is_public,
      u.needs is not null as needs_text
    from rows r cross join private.uses_in(r.of_table, r.state) u where u.picture = uses_of_picture.picture
    union all
    select r.relation, (r.state ->> 'id')::uuid, r.state ->> 'title', private.is_public(r.relation, r.state) is true, false
    from public.pictures p join private.picture_names n on n.address = p.origin and n.ended_at is null
    cross join private.record_with(n.relation, n.row_id) r
    where p.id = uses_of_picture.picture
    union all
    select d.relation, d.record_id, coalesce(d.content ->> 'title', ''), false, false
    from public.drafts d where private.draft_names_picture(d.content, uses_of_picture.picture)
  )
  select u.relation, u.record_id, min(u.title), bool_or(u.is_public), bool_or(u.is_public and u.needs_text)
  from uses u group by u.relation, u.record_id;
$$;

create function private.keep_alternative_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  missing text;
begin
  select u.title into missing from private.uses_of_picture(new.id) u where u.needs_text limit 1;
  if found then
    raise exception using errcode = 'PT400', hint = 'alt', message = format(
      '"%s" shows this picture to visitors: it needs an alternative text, or must be decorative.', missing
    );
  end if;
  return new;
end;
$$;

-- The result of a function has no collation.
create function private.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, is_scheduled boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    with uses as (
      select u.relation, u.record_id, u.title, u.is_public and t.later is null as is_public,
        u.is_public and t.later is not null or exists (
          select from public.drafts d
          where d.record_id = u.record_id and d.publish_at is not null
            and private.draft_names_picture(d.content, picture_uses.picture)
        ) as is_scheduled
      from private.uses_of_picture(picture_uses.picture) u
      cross join lateral (select private.scheduled_for(u.relation, u.record_id) as later) t
    )
    select * from uses u
    order by u.is_public desc, u.is_scheduled desc, u.relation, u.title collate pg_catalog."de-x-icu", u.record_id;
end;
$$;
comment on function private.picture_uses(uuid) is
  'For staff: the records that use a picture of the library, those that visitors see first, then those that they will see. A lesson counts as its course, a draft as its record.';
select private.expose('picture_uses', 'authenticated');

-- Where a text names a picture of the library. The database does not parse Markdown: every address of a picture counts, in
-- code too, however it is written, and one is sure to have a text only in the forms ![Text](/_pictures/…) and ![Text][a].

create function private.may_name_picture(source text) returns boolean
language sql immutable set search_path = ''
as $$
  select strpos(source, '_pictures/') > 0
    or (strpos(source, '&') > 0 or strpos(source, '%') > 0 or strpos(source, '\') > 0)
    and source ~ 'pictures\\/|&#|&(sol|lowbar|UnderBar);|%[2-7][0-9A-Fa-f]';
$$;
comment on function private.may_name_picture(text) is 'False for most texts without a picture of the library, and cheap.';

create function private.with_plain_addresses(source text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := regexp_replace(source, '\\([!-/:-@\[-`{-~])', '\1', 'g');
  found text[];
begin
  for found in
    select distinct m from regexp_matches(plain, '(&#(?:x0*([2-7][0-9a-f])|0*(3[2-9]|[4-9]\d|1[01]\d|12[0-6]));)', 'gi') m
  loop
    plain := replace(plain, found[1], chr(coalesce(get_byte(decode(found[2], 'hex'), 0), found[3]::integer)));
  end loop;
  plain := replace(replace(replace(plain, '&sol;', '/'), '&lowbar;', '_'), '&UnderBar;', '_');
  for found in select distinct m from regexp_matches(plain, '(%([2-7][0-9a-f]))', 'gi') m loop
    plain := replace(plain, found[1], chr(get_byte(decode(found[2], 'hex'), 0)));
  end loop;
  return plain;
end;
$$;
comment on function private.with_plain_addresses(text) is
  'A Markdown text without the escapes, entities and codes in which an address of a picture can be written.';

create function private.names_picture(source text, picture uuid) returns boolean
language sql immutable set search_path = ''
as $$
  select strpos(source, picture::text) > 0
    or (strpos(source, '\-') > 0 or strpos(source, '&#') > 0 or strpos(source, '%') > 0)
    and source ~ '[\da-f]\\-[\da-f]|&#|%(2[Dd]|3\d|6[1-6])'
    and strpos(private.with_plain_addresses(source), picture::text) > 0;
$$;

create function private.uses_in(relation text, state jsonb) returns table (picture uuid, field text, needs text)
language sql stable set search_path = ''
as $$
  with texts as (
    select name as field, state ->> name as source, private.with_plain_addresses(state ->> name) as plain
    from unnest(private.texts_with_pictures(relation)) as name
    where private.may_name_picture(state ->> name)
  ), named as (
    select t.field, (found[1])::uuid as picture, count(*) as times
    from texts t, regexp_matches(
      t.plain, '_pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
    ) as found
    group by 1, 2
  ), described as (
    select t.field, (found[2])::uuid as picture, count(*) as times
    from texts t, regexp_matches(
      t.source,
      '!\[((?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*)\]\(\s*<?[^\s<>()]*_pictures/'
        '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
    ) as found
    where not private.is_blank(found[1])
    group by 1, 2
  ), linked as (
    -- A link around a picture, which has its text.
    select t.field, (found[1])::uuid as picture, count(*) as times
    from texts t, regexp_matches(
      t.source,
      '\)\]\(\s*<?[^\s<>()]*_pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
    ) as found
    group by 1, 2
  ), referenced as (
    -- The label of a reference is the text of a picture that has no other.
    select t.field, (found[1])::uuid as picture, count(*) as times
    from texts t, regexp_matches(
      t.source,
      '\[(?:[^\[\]\\]|\\.)+\]:\s*<?[^\s<>()]*_pictures/'
        '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
    ) as found
    where strpos(t.source, '![![') = 0 and not exists (
      select from regexp_matches(t.source, '!\[((?:[^\[\]\\]|\\.)*)\]\[', 'g') as reference
      where private.is_blank(reference[1])
    )
    group by 1, 2
  ), elsewhere as (
    select distinct t.field, (found[2])::uuid as picture
    from texts t, regexp_matches(
      t.plain,
      -- A definition counts where a picture may have no other text.
      '(?n)(?:!\[\s*\]\(\s*<?' || case when t.plain ~ '!\[\s*\]\[' then '|^ {0,3}\[(?!\^)[^\]]+\]:\s*<?' else '' end
        || ')([^\s<>()]*)_pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})([^\s<>()]*)', 'g'
    ) as found
    where found[1] <> '/' or found[3] <> ''
  )
  select n.picture, n.field, case
    when e.picture is not null then 'own'
    when n.times > coalesce(d.times, 0) + coalesce(l.times, 0) + coalesce(r.times, 0) then 'any'
  end
  from named n
  left join described d using (field, picture)
  left join linked l using (field, picture)
  left join referenced r using (field, picture)
  left join elsewhere e using (field, picture)
  union all
  select (state ->> 'picture')::uuid, 'picture', 'any' where state ->> 'picture' is not null
  union all
  select (found[1])::uuid, 'thumbnail_url', null
  from regexp_matches(
    private.with_plain_addresses(state ->> 'thumbnail_url'),
    '_pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'
  ) as found
  where relation = 'courses';
$$;
comment on function private.uses_in(text, jsonb) is
  'The pictures of the library in a row, in its texts and in its columns. needs: the alternative text that it needs to be public, any or its own; null where the row gives one. Pages use that of the library for the address /_pictures/{id} alone.';

create function private.draft_names_picture(content jsonb, picture uuid) returns boolean
language sql immutable set search_path = ''
as $$
  -- JSON escapes the backslash.
  select private.names_picture(replace(content::text, '\\', '\'), picture);
$$;

create trigger check_pictures before insert or update on public.courses
  for each row when (new.is_published) execute function private.check_pictures();

create trigger keep_alternative_text before update on public.pictures
  for each row when (
    new.alt !~ '\S' and not new.is_decorative and (old.alt ~ '\S' or old.is_decorative)
  ) execute function private.keep_alternative_text();

create trigger check_pictures before insert or update on public.posts
  for each row when (new.picture is not null or private.may_name_picture(new.content))
  execute function private.check_pictures();

create trigger check_pictures before insert or update on public.pages
  for each row when (private.may_name_picture(new.content)) execute function private.check_pictures();

create trigger check_pictures before insert or update on public.workshops
  for each row when (new.picture is not null or private.may_name_picture(new.content || new.learning_objectives))
  execute function private.check_pictures();

create trigger check_pictures before insert or update on public.lessons
  for each row when (private.may_name_picture(new.content || coalesce(new.transcript, '')))
  execute function private.check_pictures();

create trigger check_pictures before insert or update on public.matrix_workshop_learning_objectives
  for each row when (private.may_name_picture(new.objective)) execute function private.check_pictures();

grant execute on function private.may_name_picture to authenticated, service_role;
