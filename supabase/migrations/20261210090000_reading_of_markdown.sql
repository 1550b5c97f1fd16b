-- Texts that pages show otherwise since Markdown is read for German texts are listed for staff, until somebody dismisses the
-- list for everybody. A new site has no text from before.

alter table public.site add column reading_since timestamptz default now();
comment on column public.site.reading_since is
  'Texts that were last changed before are compared with how Markdown was read then; null once staff dismissed the list.';
grant update (reading_since) on public.site to authenticated;

create function private.may_read_otherwise(texts text[]) returns boolean
language sql immutable set search_path = ''
as $$
  -- Stars with something on both sides, tildes, comments, empty headings, links to headings, bare addresses with other marks.
  select array_to_string(texts, E'\n')
    ~ '(?n)\S\*+\S|~|<!--|#[\s#]*$|\]\(\s*<?#|\]:\s*<?#|(https?://|[wW]{3}\.)\S*[^\x01-\x7F]';
$$;

create function public.former_texts(take integer, after uuid default null, records uuid[] default null)
returns table (place uuid, relation text, id uuid, title text, texts text[])
language sql stable security invoker set search_path = ''
as $$
  select t.*
  from public.site s
  cross join lateral (
    (
      select p.id, 'posts', p.id, p.title, array[p.content] from public.posts p
      where p.published_at is not null and p.updated_at < s.reading_since
        and (after is null or p.id > after) and (records is null or p.id = any (records))
        and private.may_read_otherwise(array[p.content])
      order by p.id limit take
    )
    union all (
      select p.id, 'pages', p.id, p.title, array[p.content] from public.pages p
      where p.published_at is not null and p.updated_at < s.reading_since
        and (after is null or p.id > after) and (records is null or p.id = any (records))
        and private.may_read_otherwise(array[p.content])
      order by p.id limit take
    )
    union all (
      select w.id, 'workshops', w.id, w.title, array[w.content, w.learning_objectives] from public.workshops w
      where w.updated_at < s.reading_since
        and (after is null or w.id > after) and (records is null or w.id = any (records))
        and private.may_read_otherwise(array[w.content, w.learning_objectives])
      order by w.id limit take
    )
    union all (
      select l.id, 'lessons', c.id, l.title, array[l.content, l.transcript]
      from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
      where c.is_published and l.updated_at < s.reading_since
        and (after is null or l.id > after) and (records is null or c.id = any (records))
        and private.may_read_otherwise(array[l.content, l.transcript])
      order by l.id limit take
    )
    union all (
      select o.id, 'matrix_workshops', m.id, m.title, array[o.objective]
      from public.matrix_workshop_learning_objectives o join public.matrix_workshops m on m.id = o.matrix_workshop_id
      where m.updated_at < s.reading_since
        and (after is null or o.id > after) and (records is null or m.id = any (records))
        and private.may_read_otherwise(array[o.objective])
      order by o.id limit take
    )
  ) t (place, relation, id, title, texts)
  where public.own_role() = 'publisher'
  order by t.place limit take;
$$;
comment on function public.former_texts(integer, uuid, uuid[]) is
  'Published texts that were last changed before site.reading_since and may be read otherwise since, by `place`, the id of their row; `id` is that of the edited record. None for anybody but publishers. `after`: a place. `records`: of these alone.';
revoke execute on function private.may_read_otherwise, public.former_texts from public, anon, service_role;
grant execute on function private.may_read_otherwise, public.former_texts to authenticated;
