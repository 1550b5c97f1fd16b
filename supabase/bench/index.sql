-- Indexes the posts that still wait by copying the words of the seed's texts, to save time.
set maintenance_work_mem = '256MB';
drop index private.search_index_of_posts;
create temporary table texts as
  select i.*, row_number() over (order by p.id) - 1 as number, count(*) over () as all_of_them
  from public.posts p join private.search_index i on i.kind = 'post' and i.id = p.id
  where p.slug not like 'mehr-%' and p.published_at <= now();
create temporary table waiting as
  select p.id, p.published_at, substr(p.slug, 6)::integer as number, right(p.content, 19) as words
  from private.search_documents d join public.posts p on p.id = d.id
  where d.kind = 'post' and p.slug like 'mehr-%';

insert into private.search_index (kind, id, title, lead, rest, words, published_at, is_noted)
  select 'post', w.id, t.title, t.lead, t.rest, t.words || (private.words_index(w.words, 'C', 1000)).vector, w.published_at, true
  from waiting w join texts t on t.number = w.number % t.all_of_them;
insert into private.search_words (word, stem)
  select word, word from waiting w cross join lateral string_to_table(w.words, ' ') word;
delete from private.search_documents d using waiting w where d.kind = 'post' and d.id = w.id;

create index search_index_of_posts on private.search_index using gin (words) where kind = 'post';
reset maintenance_work_mem;
