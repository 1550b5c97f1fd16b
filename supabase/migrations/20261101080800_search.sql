-- German full-text search over what is public.
--
-- The words of each record lie in a table of their own: an index on the public tables would stay unused, since
-- row-level security must be checked before a text match, which may leak. So the index finds candidates first, and
-- the caller's own rights on the public tables decide which of them become hits.

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  primary key (kind, id)
);
comment on table private.search_documents is 'Words of posts, workshops, courses and matrix workshops, kept by triggers.';

create index search_documents_words on private.search_documents using gin (words);

alter table private.search_documents enable row level security;
revoke all on private.search_documents from public, anon, authenticated, service_role;

create function private.plain_text(markdown text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select trim(regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(markdown, '^\s*(```|~~~).*$', '', 'gn'),
          '!?\[([^\]]*)\]\([^)]*\)', '\1', 'g'
        ),
        '^\s*(#{1,6}|>|[-*+]|\d+\.)\s+', '', 'gn'
      ),
      '</?[a-zA-Z][^>]*>|\*\*|__|[*`]', '', 'g'
    ),
    -- Blanks, table rules, and the two characters that mark hits in excerpts.
    '([\s|\uE000\uE001]|-{3,})+', ' ', 'g'
  ));
$$;
comment on function private.plain_text(text) is 'Markdown without its markup, good enough for an excerpt.';
revoke execute on function private.plain_text(text) from public;
grant execute on function private.plain_text(text) to anon, authenticated, service_role;

create function private.index_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  weights constant "char"[] := '{A,B,C,D}';
  record_text text;
  all_words tsvector := '';
begin
  if tg_op = 'DELETE' then
    delete from private.search_documents d where d.kind = tg_argv[0] and d.id = old.id;
    return null;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    record_text := private.plain_text(coalesce(to_jsonb(new) ->> tg_argv[i], ''));
    -- Stems find other forms of a word, whole words find one that is still being typed.
    all_words := all_words
      || setweight(to_tsvector('german', record_text) || to_tsvector('simple', record_text), weights[i]);
  end loop;
  insert into private.search_documents (kind, id, words) values (tg_argv[0], new.id, all_words)
  on conflict (kind, id) do update set words = excluded.words;
  return null;
end;
$$;
comment on function private.index_words() is 'Arguments: the kind of record, then its columns, the weightiest first.';
revoke execute on function private.index_words() from public;

create trigger index_words after insert or delete or update of title, excerpt, content, author on public.posts
  for each row execute function private.index_words('post', 'title', 'excerpt', 'content', 'author');
create trigger index_words after insert or delete or update of title, subtitle, description on public.workshops
  for each row execute function private.index_words('workshop', 'title', 'subtitle', 'description');
create trigger index_words after insert or delete or update of title, description on public.courses
  for each row execute function private.index_words('course', 'title', 'description');
create trigger index_words after insert or delete or update of title on public.matrix_workshops
  for each row execute function private.index_words('matrix_workshop', 'title');

create function private.word_terms(word text) returns tsquery
language sql stable set search_path = ''
as $$
  with spelled as (
    -- 'Pruefung' means 'Prüfung' too.
    select '''' || replace(replace(s, '\', '\\'), '''', '''''') || ''':*' as prefix
    from unnest(array[word, replace(replace(replace(word, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')]) as s
  )
  select case
    when to_tsvector('german', word) = '' then to_tsquery('simple', min(prefix))
    else to_tsquery('german', min(prefix)) || to_tsquery('german', max(prefix))
      || to_tsquery('simple', min(prefix)) || to_tsquery('simple', max(prefix))
  end
  from spelled;
$$;
comment on function private.word_terms(text) is 'What finds one word: its stem, its beginning, and both with umlauts spelled out.';
revoke execute on function private.word_terms(text) from public;
grant execute on function private.word_terms(text) to anon, authenticated, service_role;

create function private.search_terms(query text) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  terms tsquery;
  asked record;
begin
  for asked in
    select w.lexeme as word, to_tsvector('german', w.lexeme) = '' as is_filler
    from unnest(to_tsvector('simple', left(query, 200))) as w
    order by is_filler, w.positions[1]
    limit 8
  loop
    -- Words like 'die' narrow nothing down, unless nothing else was asked.
    exit when asked.is_filler and terms is not null;
    terms := case when terms is null then private.word_terms(asked.word) else terms && private.word_terms(asked.word) end;
  end loop;
  return terms;
end;
$$;
comment on function private.search_terms(text) is 'All words of a query, the last ones perhaps still being typed; null for a query without words.';
revoke execute on function private.search_terms(text) from public;
grant execute on function private.search_terms(text) to anon, authenticated, service_role;

create function private.search_candidates(terms tsquery) returns table (kind text, id uuid, rank real)
language sql stable security definer set search_path = ''
as $$
  -- Ranked as if any word were enough: for all words ts_rank weighs little but how close together they stand.
  select d.kind, d.id, ts_rank(d.words, replace(terms::text, '&', '|')::tsquery)
  from private.search_documents d
  where d.words @@ terms;
$$;
comment on function private.search_candidates(tsquery) is 'Records with these words, public or not: only for public.search, which keeps what the caller may read.';
revoke execute on function private.search_candidates(tsquery) from public;
grant execute on function private.search_candidates(tsquery) to anon, authenticated, service_role;

create function private.search_excerpt(body text, terms tsquery) returns text
language sql stable set search_path = ''
as $$
  with plain as (select private.plain_text(body) as words),
  options as (
    select 'StartSel=' || U&'\E000' || ', StopSel=' || U&'\E001' || ', MaxWords=32, MinWords=16, MaxFragments=2, FragmentDelimiter=" … "' as text
  ),
  stemmed as (
    select ts_headline('german', plain.words, terms, options.text) as excerpt from plain, options
  )
  -- Only whole words find a word that is still being typed.
  select case
    when strpos(stemmed.excerpt, U&'\E000') > 0 then stemmed.excerpt
    else ts_headline('simple', plain.words, terms, options.text)
  end
  from stemmed, plain, options;
$$;
comment on function private.search_excerpt(text, tsquery) is 'Plain text around the hits, each hit between U+E000 and U+E001.';
revoke execute on function private.search_excerpt(text, tsquery) from public;
grant execute on function private.search_excerpt(text, tsquery) to anon, authenticated, service_role;

create function public.search(query text, max_hits integer default 20)
returns table (kind text, id uuid, slug text, title text, excerpt text, rank real)
language sql stable security invoker set search_path = ''
as $$
  with asked as materialized (
    select private.search_terms(query) as terms
  ),
  candidates as materialized (
    select c.kind, c.id, c.rank from asked cross join lateral private.search_candidates(asked.terms) c
  ),
  hits as (
    select c.kind, p.id, p.slug, p.title, concat_ws(' … ', p.excerpt, p.content) as body, c.rank
    from candidates c join public.posts p on p.id = c.id
    where c.kind = 'post' and p.published_at <= now()
    union all
    select c.kind, w.id, null, w.title, concat_ws(' … ', w.subtitle, w.description), c.rank
    from candidates c join public.workshops w on w.id = c.id
    where c.kind = 'workshop'
    union all
    select c.kind, o.id, o.slug, o.title, o.description, c.rank
    from candidates c join public.courses o on o.id = c.id
    where c.kind = 'course' and o.is_published
    union all
    select c.kind, m.id, null, m.title, '', c.rank
    from candidates c join public.matrix_workshops m on m.id = c.id
    where c.kind = 'matrix_workshop'
  ),
  best as (
    select * from hits order by hits.rank desc, hits.title limit least(greatest(max_hits, 0), 100)
  )
  select b.kind, b.id, b.slug, b.title, private.search_excerpt(b.body, asked.terms), b.rank
  from best b cross join asked
  order by b.rank desc, b.title;
$$;
comment on function public.search(text, integer) is
  'Full-text search over published posts, workshops, published courses and matrix workshops, best hits first. Excerpts are plain text with each hit between U+E000 and U+E001. slug is null for workshops of both kinds.';
revoke execute on function public.search(text, integer) from public;
grant execute on function public.search(text, integer) to anon, authenticated, service_role;
