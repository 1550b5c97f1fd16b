-- The search ranks the newest of the posts that it finds, not all of them: what one word costs stays the same however
-- many have it.

-- With the moment of publication beside the words, the newest are known before any words are read.
drop index private.search_documents_words;
alter table private.search_documents add column published_at timestamptz;
comment on column private.search_documents.published_at is 'Of a post, null for a draft.';
update private.search_documents d set published_at = p.published_at
from public.posts p where d.kind = 'post' and d.id = p.id;
create index search_words_of_posts on private.search_documents using gin (words) where kind = 'post';
create index search_words_of_others on private.search_documents using gin (words) where kind <> 'post';

create or replace function private.index_words() returns trigger
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
    -- Stems find other forms of a word, whole words find one that is still being typed.
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

drop trigger index_words on public.posts;
create trigger index_words after insert or delete or update of title, excerpt, content, author, published_at on public.posts
  for each row execute function private.index_words('post', 'title', 'excerpt', 'content', 'author');

-- As before, but each way to find a word once: most words have no umlauts to spell out.
create or replace function private.word_terms(word text) returns tsquery
language sql stable set search_path = ''
as $$
  with spelled as (
    -- 'Pruefung' means 'Prüfung' too.
    select '''' || replace(replace(s, '\', '\\'), '''', '''''') || ''':*' as prefix
    from unnest(array[word, replace(replace(replace(word, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')]) as s
  ),
  ways as (
    select to_tsquery('simple', prefix) as way from spelled
    union
    select to_tsquery('german', prefix) from spelled where to_tsvector('german', word) <> ''
  )
  select string_agg(way::text, ' | ')::tsquery from ways where numnode(way) > 0;
$$;

create or replace function private.search_candidates(terms tsquery) returns table (kind text, id uuid, rank real)
language sql stable security definer set search_path = ''
-- The planner takes reading the words of all documents for cheap.
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
  -- Ranked as if any word were enough: for all words ts_rank weighs little but how close together they stand.
  select f.kind, f.id, ts_rank(f.words, replace(terms::text, '&', '|')::tsquery) from found f;
$$;
comment on function private.search_candidates(tsquery) is
  'Records with these words: of posts the newest 500 that are public; of the rest all, public or not. Only for public.search, which keeps what the caller may read.';

create or replace function public.search(query text, max_hits integer default 20)
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
  -- Texts of the best alone are read.
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
