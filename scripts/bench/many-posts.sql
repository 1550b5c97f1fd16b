-- Adds :count posts to a seeded database: texts of the seed, evenly over its categories, ten minutes apart into the past, the
-- last one with a word of its own. Search words are copied from the seed's, and no audit log is written, to save time.
alter table public.posts disable trigger index_words, disable trigger record_in_trail;
drop index private.search_index_of_posts;
create temporary table texts as
  select p.*, row_number() over (order by p.id) - 1 as number, count(*) over () as all_of_them
  from public.posts p where p.published_at <= now();
create temporary table places as
  select c.id, row_number() over (order by c.slug) - 1 as number, count(*) over () as all_of_them
  from public.categories c;

insert into public.posts (title, slug, content, excerpt, category_id, published_at, author)
  select t.title || ' ' || n, 'mehr-' || n, t.content, t.excerpt, p.id,
    now() - interval '60 days' - n * interval '10 minutes', t.author
  from generate_series(:count, 1, -1) n
  join texts t on t.number = n % t.all_of_them
  join places p on p.number = n % p.all_of_them;

insert into private.search_index (kind, id, title, lead, rest, words, published_at)
  select 'post', p.id, i.title, i.lead, i.rest,
    i.words || (private.words_index(case p.slug when 'mehr-:count' then 'einhorn' else '' end, 'C', 100)).vector, p.published_at
  from public.posts p
  join texts t on t.number = substr(p.slug, 6)::integer % t.all_of_them
  join private.search_index i on i.kind = 'post' and i.id = t.id
  where p.slug like 'mehr-%';

create index search_index_of_posts on private.search_index using gin (words) where kind = 'post';
drop table texts, places;
alter table public.posts enable trigger index_words, enable trigger record_in_trail;
