-- The list of changed texts is one request: each row says for which time it was read, and the records that were found for
-- this time are compared once more, those of another time are not.

drop function public.former_texts(integer, uuid, uuid[]);
create function public.former_texts(
  take integer, after uuid default null, records uuid[] default null, found_since timestamptz default null
)
returns table (place uuid, relation text, id uuid, title text, texts text[], since timestamptz)
language sql stable security invoker set search_path = ''
as $$
  select t.*, s.reading_since
  from (
    select w.reading_since,
      case when found_since is null or found_since = w.reading_since then records end as records
    from public.site w
  ) s
  cross join lateral (
    (
      select p.id, 'posts', p.id, p.title, array[p.content] from public.posts p
      where p.published_at is not null and p.updated_at < s.reading_since
        and (after is null or p.id > after) and (s.records is null or p.id = any (s.records))
        and private.may_read_otherwise(array[p.content])
      order by p.id limit take
    )
    union all (
      select p.id, 'pages', p.id, p.title, array[p.content] from public.pages p
      where p.published_at is not null and p.updated_at < s.reading_since
        and (after is null or p.id > after) and (s.records is null or p.id = any (s.records))
        and private.may_read_otherwise(array[p.content])
      order by p.id limit take
    )
    union all (
      select w.id, 'workshops', w.id, w.title, array[w.content, w.learning_objectives] from public.workshops w
      where w.updated_at < s.reading_since
        and (after is null or w.id > after) and (s.records is null or w.id = any (s.records))
        and private.may_read_otherwise(array[w.content, w.learning_objectives])
      order by w.id limit take
    )
    union all (
      select l.id, 'lessons', c.id, l.title, array[l.content, l.transcript]
      from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
      where c.is_published and l.updated_at < s.reading_since
        and (after is null or l.id > after) and (s.records is null or c.id = any (s.records))
        and private.may_read_otherwise(array[l.content, l.transcript])
      order by l.id limit take
    )
    union all (
      select o.id, 'matrix_workshops', m.id, m.title, array[o.objective]
      from public.matrix_workshop_learning_objectives o join public.matrix_workshops m on m.id = o.matrix_workshop_id
      where m.updated_at < s.reading_since
        and (after is null or o.id > after) and (s.records is null or m.id = any (s.records))
        and private.may_read_otherwise(array[o.objective])
      order by o.id limit take
    )
  ) t (place, relation, id, title, texts)
  where public.own_role() = 'publisher'
  order by t.place limit take;
$$;
comment on function public.former_texts(integer, uuid, uuid[], timestamptz) is
  'Published texts that were last changed before site.reading_since, which is `since`, and may be read otherwise since, by `place`, the id of their row; `id` is that of the edited record. None for anybody but publishers, and none once the list was dismissed. `after`: a place. `records`: of these alone, if they were found for the time `found_since`.';
revoke execute on function public.former_texts(integer, uuid, uuid[], timestamptz) from public, anon, service_role;
grant execute on function public.former_texts(integer, uuid, uuid[], timestamptz) to authenticated;
