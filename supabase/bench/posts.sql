-- Adds :count posts to a seeded database of the search of before: texts of the seed, each with two words of its own, ten
-- minutes apart into the past. Search words are copied from the seed's, and no trigger runs, to save time.
set session_replication_role = replica;
set maintenance_work_mem = '256MB';
drop index private.search_words_of_posts;
create temporary table texts as
  select p.*, row_number() over (order by p.id) - 1 as number, count(*) over () as all_of_them
  from public.posts p where p.published_at <= now();

insert into public.posts (title, slug, content, excerpt, category_id, published_at, author)
  select t.title || ' ' || n, 'mehr-' || n, t.content || E'\n\n' || own.words, t.excerpt, t.category_id,
    now() - interval '60 days' - n * interval '10 minutes', t.author
  from generate_series(:count, 1, -1) n
  cross join lateral (
    select string_agg(translate(left(md5(n || '-' || w), 9), '0123456789', 'ghiklmnopr'), ' ') as words from generate_series(1, 2) w
  ) own
  join texts t on t.number = n % t.all_of_them;

insert into private.search_documents (kind, id, words, published_at)
  select 'post', p.id, d.words || to_tsvector('simple', right(p.content, 19)), p.published_at
  from public.posts p
  join texts t on t.number = substr(p.slug, 6)::integer % t.all_of_them
  join private.search_documents d on d.kind = 'post' and d.id = t.id
  where p.slug like 'mehr-%';

create index search_words_of_posts on private.search_documents using gin (words) where kind = 'post';
reset session_replication_role;
reset maintenance_work_mem;
