-- Texts that pages show otherwise since Markdown is read for German texts are listed for staff, until somebody dismisses the
-- list for everybody. A new site has no text from before.

alter table public.site add column reading_since timestamptz default now();
comment on column public.site.reading_since is
  'Texts that were last changed before are compared with how Markdown was read then; null once staff dismissed the list.';
grant update (reading_since) on public.site to authenticated;

create function public.former_texts(skip integer, take integer, records uuid[] default null)
returns table (relation text, id uuid, title text, texts text[])
language sql stable security invoker set search_path = ''
as $$
  select t.relation, t.id, t.title, t.texts
  from public.site s
  cross join lateral (
    select 'posts', p.id, p.title, array[p.content] from public.posts p
    where p.published_at is not null and p.updated_at < s.reading_since
    union all
    select 'pages', p.id, p.title, array[p.content] from public.pages p
    where p.published_at is not null and p.updated_at < s.reading_since
    union all
    select 'workshops', w.id, w.title, array[w.content, w.learning_objectives] from public.workshops w
    where w.updated_at < s.reading_since
    union all
    select 'lessons', c.id, l.title, array[l.content, l.transcript]
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where c.is_published and l.updated_at < s.reading_since
    union all
    select 'matrix_workshops', m.id, m.title, array_agg(o.objective order by o.id)
    from public.matrix_workshops m join public.matrix_workshop_learning_objectives o on o.matrix_workshop_id = m.id
    where m.updated_at < s.reading_since group by m.id
  ) t (relation, id, title, texts)
  where public.own_role() = 'publisher' and (records is null or t.id = any (records))
    -- Stars with something on both sides, tildes, comments, empty headings, links to headings, bare addresses with other marks.
    and array_to_string(t.texts, E'\n') ~ '(?n)\S\*+\S|~|<!--|#[\s#]*$|\]\(\s*<?#|\]:\s*<?#|(https?://|[wW]{3}\.)\S*[^\x01-\x7F]'
  order by t.relation, t.id, t.title
  offset skip limit take;
$$;
comment on function public.former_texts(integer, integer, uuid[]) is
  'Published texts that were last changed before site.reading_since and may be read otherwise since; the id is that of the edited record. None for anybody but publishers. `records`: of these alone.';
revoke execute on function public.former_texts from public, anon, service_role;
grant execute on function public.former_texts to authenticated;
