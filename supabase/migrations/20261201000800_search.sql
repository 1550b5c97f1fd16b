-- Search: German full-text search over public content.
--
-- The words of each record lie in a table of their own. An index on the public tables would stay unused: the text match
-- is not leakproof, so row-level security must be checked first. Thus the index finds candidates, and the caller's
-- rights on the public tables decide which of them become hits. Only the newest candidate posts are ranked, so that a
-- frequent word costs no more than a rare one.

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  published_at timestamptz,
  primary key (kind, id)
);
comment on table private.search_documents is 'Words of posts, workshops, courses and matrix workshops, kept by triggers.';
comment on column private.search_documents.published_at is 'For posts; null for a draft.';

create index search_words_of_posts on private.search_documents using gin (words) where kind = 'post';
create index search_words_of_others on private.search_documents using gin (words) where kind <> 'post';

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
    -- Blanks, table rules and the two characters that mark hits in excerpts.
    '([\s|\uE000\uE001]|-{3,})+', ' ', 'g'
  ));
$$;
comment on function private.plain_text(text) is 'Markdown without its markup, good enough for an excerpt.';

create function private.index_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  weights constant "char"[] := '{A,B,C,D}';
  record_text text;
  all_words tsvector := '';
  publication timestamptz;
begin
  if tg_op = 'DELETE' then
    delete from private.search_documents d where d.kind = tg_argv[0] and d.id = old.id;
    return null;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    record_text := private.plain_text(coalesce(to_jsonb(new) ->> tg_argv[i], ''));
    -- Stems match other forms of a word, whole words match a prefix.
    all_words := all_words
      || setweight(to_tsvector('german', record_text) || to_tsvector('simple', record_text), weights[i]);
  end loop;
  if tg_table_name = 'posts' then
    publication := new.published_at;
  end if;
  insert into private.search_documents (kind, id, words, published_at)
  values (tg_argv[0], new.id, all_words, publication)
  on conflict (kind, id) do update set words = excluded.words, published_at = excluded.published_at;
  return null;
end;
$$;
comment on function private.index_words() is 'Arguments: the kind of record, then its columns, the weightiest first.';

create trigger index_words after insert or delete or update of title, excerpt, content, author, published_at on public.posts
  for each row execute function private.index_words('post', 'title', 'excerpt', 'content', 'author');
create trigger index_words after insert or delete or update of title, subtitle, description on public.workshops
  for each row execute function private.index_words('workshop', 'title', 'subtitle', 'description');
create trigger index_words after insert or delete or update of title, description on public.courses
  for each row execute function private.index_words('course', 'title', 'description');
create trigger index_words after insert or delete or update of title on public.matrix_workshops
  for each row execute function private.index_words('matrix_workshop', 'title');

-- Each of 'ae', 'oe' and 'ue' may stand for an umlaut or for itself, as in 'Steuerpruefung'.
create function private.word_terms(word text) returns tsquery
language sql stable set search_path = ''
as $$
  with recursive spellings (spelling, rest, met) as (
    select '', word, 0
    union all
    -- Each doubles the spellings. After four the rest of the word stays as it is.
    select s.spelling || part[1] || reading, part[3], s.met + 1
    from spellings s
    cross join lateral regexp_match(s.rest, '^(.*?)(ae|oe|ue)(.*)$') part
    cross join lateral (values (part[2]), (translate(left(part[2], 1), 'aou', 'äöü'))) as readings (reading)
    where s.met < 4 and s.rest ~ '(ae|oe|ue)'
  ),
  spelled as (
    select '''' || replace(replace(spelling || rest, '\', '\\'), '''', '''''') || ''':*' as prefix from spellings
    where met = 4 or rest !~ '(ae|oe|ue)'
  ),
  ways as (
    select to_tsquery('simple', prefix) as way from spelled
    union
    select to_tsquery('german', prefix) from spelled where to_tsvector('german', word) <> ''
  )
  select string_agg(way::text, ' | ')::tsquery from ways where numnode(way) > 0;
$$;
comment on function private.word_terms(text) is 'The query for one word: its stem, its prefix, and both for each spelling of its umlauts.';

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
    -- Stop words are used only when the query has no other words.
    exit when asked.is_filler and terms is not null;
    terms := case when terms is null then private.word_terms(asked.word) else terms && private.word_terms(asked.word) end;
  end loop;
  return terms;
end;
$$;
comment on function private.search_terms(text) is 'All words of a query, each also as a prefix; null for a query without words.';

create function private.search_candidates(terms tsquery) returns table (kind text, id uuid, rank real)
language sql stable security definer set search_path = ''
-- The planner underestimates the cost of reading the words of all documents.
set enable_seqscan = off
as $$
  with found as (
    (
      select d.kind, d.id, d.words from private.search_documents d
      where d.kind = 'post' and d.words @@ terms and d.published_at <= now()
      order by d.published_at desc
      limit 500
    )
    union all
    select d.kind, d.id, d.words from private.search_documents d
    where d.kind <> 'post' and d.words @@ terms
  )
  -- Ranked by OR: for AND, ts_rank weighs little but the distance of the words.
  select f.kind, f.id, ts_rank(f.words, replace(terms::text, '&', '|')::tsquery) from found f;
$$;
comment on function private.search_candidates(tsquery) is
  'Records with these words: the newest 500 public posts and all others, public or not. Only for public.search, which filters by the caller''s rights.';

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
  -- Only the simple dictionary marks a prefix.
  select case
    when strpos(stemmed.excerpt, U&'\E000') > 0 then stemmed.excerpt
    else ts_headline('simple', plain.words, terms, options.text)
  end
  from stemmed, plain, options;
$$;
comment on function private.search_excerpt(text, tsquery) is 'Plain text around the hits, each hit between U+E000 and U+E001.';

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
    select c.kind, p.id, p.slug, p.title, c.rank
    from candidates c join public.posts p on p.id = c.id
    where c.kind = 'post' and p.published_at <= now()
    union all
    select c.kind, w.id, null, w.title, c.rank
    from candidates c join public.workshops w on w.id = c.id
    where c.kind = 'workshop'
    union all
    select c.kind, o.id, o.slug, o.title, c.rank
    from candidates c join public.courses o on o.id = c.id
    where c.kind = 'course' and o.is_published
    union all
    select c.kind, m.id, null, m.title, c.rank
    from candidates c join public.matrix_workshops m on m.id = c.id
    where c.kind = 'matrix_workshop'
  ),
  best as (
    select * from hits order by hits.rank desc, hits.title limit least(greatest(max_hits, 0), 100)
  ),
  -- Reads the texts of the best hits only.
  read as (
    select b.*, case b.kind
      when 'post' then (select concat_ws(' … ', p.excerpt, p.content) from public.posts p where p.id = b.id)
      when 'workshop' then (select concat_ws(' … ', w.subtitle, w.description) from public.workshops w where w.id = b.id)
      when 'course' then (select o.description from public.courses o where o.id = b.id)
      else ''
    end as body
    from best b
  )
  select r.kind, r.id, r.slug, r.title, private.search_excerpt(r.body, asked.terms), r.rank
  from read r cross join asked
  order by r.rank desc, r.title;
$$;
comment on function public.search(text, integer) is
  'Full-text search over published posts, workshops, published courses and matrix workshops, best hits first. Excerpts are plain text with each hit between U+E000 and U+E001. slug is null for workshops of both kinds.';

revoke execute on all functions in schema private from public;
revoke execute on function public.search from public;
grant execute on function
  private.plain_text, private.word_terms, private.search_terms, private.search_candidates, private.search_excerpt,
  public.search
  to anon, authenticated, service_role;
