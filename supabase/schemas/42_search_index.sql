-- Search: German full-text search over public content.
--
-- The words of each record lie in a table of their own. An index on the public tables would stay unused: the text match
-- is not leakproof, so row-level security must be checked first. Thus the index finds candidates, and the caller's
-- rights on the public tables decide which of them become hits. Only the newest candidate posts are ranked, so that a
-- frequent word costs no more than a rare one.

create function private.near_spellings(word text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_agg(distinct left(word, at - 1) || substr(word, at + 1)) || word from generate_series(1, length(word)) at;
$$;
comment on function private.near_spellings(text) is
  'A word, and the word without one of its letters. Words that differ by a typing error have one of these in common.';

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  published_at timestamptz,
  failed_at timestamptz,
  primary key (kind, id)
);
comment on table private.search_documents is 'Words of posts, workshops, courses and matrix workshops, kept by triggers.';
comment on column private.search_documents.published_at is 'For posts; null for a draft.';
comment on column private.search_documents.failed_at is 'When a batch could not index the record, which is left out for a day then.';

-- The index of the search: words of every kind of record that visitors read, in four parts by weight, so that a saved
-- title leaves the words of the text as they are. Records that it does not have yet are in private.search_documents, where
-- the search finds them until a batch has indexed them: that table is the list of what is left to do.

create table private.search_index (
  -- The key has no kind: an index of kinds would look cheap for reading the words of all posts.
  id uuid primary key,
  kind text not null,
  title tsvector not null,
  lead tsvector not null,
  rest tsvector not null,
  words tsvector not null,
  published_at timestamptz,
  is_noted boolean not null default false
);
comment on table private.search_index is 'Words of records for the search, public or not, kept by triggers; weights A to D.';
comment on column private.search_index.words is 'All parts. Those of the content have the weight C, and lie nowhere else.';
comment on column private.search_index.published_at is 'For posts and pages; null for a draft.';
comment on column private.search_index.is_noted is 'Whether private.search_words has the words of this record.';

create table private.search_words (
  word text collate "C" not null,
  stem text collate "C" not null,
  near_spellings text[] not null generated always as (private.near_spellings(word)) stored,
  checked_at timestamptz not null default now(),
  is_missed boolean not null default false
);
comment on table private.search_words is
  'Words of titles and texts that everybody may read, for parts of compounds and words misspelled. A word may stand here twice, so that no writer waits for another, and stays for a while when no text has it any more.';
comment on column private.search_words.is_missed is
  'Whether the last check found the word in no public text. Whoever saves such a word notes it once more.';

-- A search reads narrow rows, asks the index for each of its words apart, and keeps its plans.

-- Which records a search finds is read from their rows, of all that have a frequent word. The words of a record lie apart.
alter table private.search_index set (toast_tuple_target = 128);

create index search_words_of_posts on private.search_documents using gin (words) where kind = 'post';
create index search_words_of_others on private.search_documents using gin (words) where kind <> 'post';
create index search_index_of_posts on private.search_index using gin (words) where kind = 'post';
create index search_index_of_others on private.search_index using gin (words) where kind <> 'post';
create index search_words_by_word on private.search_words (word);
create index search_words_by_stem on private.search_words (stem);
create index search_words_by_ending on private.search_words (reverse(stem) collate "C");
create index search_words_by_spelling on private.search_words using gin (near_spellings);
create index search_words_by_check on private.search_words (checked_at);

alter table private.search_documents enable row level security;
alter table private.search_index enable row level security;
alter table private.search_words enable row level security;

-- A function, since a view would hold the types of these columns.
create function private.search_texts(kind text, record uuid)
returns table (title text, lead text, content text, rest text, published_at timestamptz)
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
begin
  case search_texts.kind
    when 'post' then
      return query select p.title, p.excerpt, private.without_comments(p.content), p.author, p.published_at from public.posts p where p.id = record;
    when 'page' then
      return query select p.title, p.description, private.without_comments(p.content), '', p.published_at from public.pages p where p.id = record;
    when 'workshop' then
      return query select w.title, concat_ws(E'\n\n', w.subtitle, w.description),
        private.without_comments(concat_ws(E'\n\n', w.content, w.learning_objectives)), '', null::timestamptz
      from public.workshops w where w.id = record;
    when 'course' then
      return query select c.title, c.description,
        (select string_agg(concat_ws(E'\n\n', m.title, m.description), E'\n\n' order by m.order_position, m.id)
         from public.modules m where m.course_id = c.id), '', null::timestamptz
      from public.courses c where c.id = record;
    when 'lesson' then
      return query select l.title, '', private.without_comments(l.content), private.without_comments(l.transcript), null::timestamptz
      from public.lessons l where l.id = record;
    when 'matrix_workshop' then
      return query select m.title, m.prerequisites,
        (select string_agg(private.without_comments(o.objective), E'\n\n' order by d.sort_order, o.id)
         from public.matrix_workshop_learning_objectives o join public.matrix_dimensions d on d.id = o.dimension_id
         where o.matrix_workshop_id = m.id), '', null::timestamptz
      from public.matrix_workshops m where m.id = record;
  end case;
end;
$$;
comment on function private.search_texts(text, uuid) is 'The texts of a record that the search reads, by weight. Titles, leads and modules are no Markdown.';

-- In PL/pgSQL a session plans the queries once.
create function private.is_public(kind text, record uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case is_public.kind
    when 'post' then exists (select from public.posts p where p.id = record and p.published_at <= now())
    when 'page' then exists (select from public.pages p where p.id = record and p.published_at <= now())
    when 'course' then exists (select from public.courses c where c.id = record and c.is_published)
    when 'lesson' then exists (
      select from public.lessons l
      join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
      where l.id = record and c.is_published
    )
    else true
  end;
end;
$$;
comment on function private.is_public(text, uuid) is 'Whether everybody may read a record of the search.';

create function private.has_public_hit(words tsquery) returns boolean
language plpgsql stable security definer set search_path = ''
-- The planner underestimates the cost of reading the words of all records.
set enable_seqscan = off
as $$
begin
  return exists (
    select from private.search_index i
    where i.kind = 'post' and i.words @@ has_public_hit.words and i.published_at <= now() and private.is_public(i.kind, i.id)
  ) or exists (
    select from private.search_index i
    where i.kind <> 'post' and i.words @@ has_public_hit.words and private.is_public(i.kind, i.id)
  );
end;
$$;
comment on function private.has_public_hit(tsquery) is 'Whether a record that everybody may read has these words.';

create function private.note_words(words text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.search_words (word, stem)
  select n.word, s.stem
  from (
    select w collate "C" as word from unnest(words) w where length(w) between 2 and 40
    except
    -- One look into the index for all words.
    select other.word from private.search_words other where other.word = any (words) and not other.is_missed
  ) n
  cross join lateral (select (ts_lexize('pg_catalog.german_stem', n.word))[1] as stem offset 0) s
  where n.word !~ '\d' and s.stem is not null;
end;
$$;
comment on function private.note_words(text[]) is 'Notes the words that the site did not have.';

create function private.note_record(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Waits for a save of this record, and reads its text then. A batch notes a record that has no words yet.
  update private.search_index i set is_noted = true
  where i.kind = note_record.kind and i.id = record and private.is_public(i.kind, i.id);
  if found then
    perform private.note_words(private.words_of(concat_ws(' ', t.title, t.lead, t.content)))
    from private.search_texts(note_record.kind, record) t;
  end if;
end;
$$;
comment on function private.note_record(text, uuid) is 'Notes the words of a record if everybody may read it.';

create function private.index_record(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  texts record;
  is_gone boolean;
  is_public constant boolean := private.is_public(index_record.kind, record);
  words text[];
begin
  select t.* into texts from private.search_texts(index_record.kind, index_record.record) t;
  is_gone := not found;
  delete from private.search_documents d where d.kind = index_record.kind and d.id = record;
  if is_gone then
    delete from private.search_index i where i.kind = index_record.kind and i.id = record;
    return;
  end if;
  with parts as materialized (
    select t.vector as title, l.vector as lead, c.vector as content, r.vector as rest, t.words || l.words || c.words as words
    from private.words_index(texts.title, 'A', 100000) t,
      private.words_index(coalesce(texts.lead, ''), 'B', 150000) l,
      private.words_index(coalesce(texts.content, ''), 'C', 600000) c,
      private.words_index(coalesce(texts.rest, ''), 'D', 150000) r
  ),
  writes as (
    insert into private.search_index (kind, id, title, lead, rest, words, published_at, is_noted)
    -- The content first, so that its places stay when another part changes.
    select index_record.kind, record, p.title, p.lead, p.rest, p.content || p.title || p.lead || p.rest, texts.published_at, is_public
    from parts p
    on conflict (id) do update set
      title = excluded.title, lead = excluded.lead, rest = excluded.rest, words = excluded.words,
      published_at = excluded.published_at, is_noted = excluded.is_noted
      -- Records of two kinds may have one id.
      where search_index.kind = excluded.kind
  )
  select p.words into words from parts p;
  if is_public then
    perform private.note_words(words);
  end if;
end;
$$;
comment on function private.index_record(text, uuid) is 'Makes the words of one record anew, or ends them when it is gone.';

create function private.index_parts(kind text, record uuid, parts text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  texts record;
  is_public boolean;
  words text[];
begin
  -- A batch may have read the text before this save, and locks in this order, too.
  perform from private.search_documents d where d.kind = index_parts.kind and d.id = record for update;
  if found then
    perform private.index_record(kind, record);
    return;
  end if;
  -- Parts that several rows make are read after whoever changes another of these rows at the same time.
  perform from private.search_index i where i.kind = index_parts.kind and i.id = record for no key update;
  is_public := private.is_public(index_parts.kind, record);
  select t.* into texts from private.search_texts(index_parts.kind, index_parts.record) t;
  with vectors as materialized (
    select p.name, w.vector, w.words
    from (values
      ('title', 'A'::"char", 100000, texts.title), ('lead', 'B', 150000, texts.lead),
      ('content', 'C', 600000, texts.content), ('rest', 'D', 150000, texts.rest)
    ) as p (name, weight, most, written)
    cross join lateral private.words_index(coalesce(p.written, ''), p.weight, p.most) w
    where p.name = any (parts)
  ),
  whole as (
    select i.id,
      coalesce((select m.vector from vectors m where m.name = 'title'), i.title) as title,
      coalesce((select m.vector from vectors m where m.name = 'lead'), i.lead) as lead,
      coalesce((select m.vector from vectors m where m.name = 'rest'), i.rest) as rest,
      coalesce((select m.vector from vectors m where m.name = 'content'), ts_filter(i.words, '{c}')) as content
    from private.search_index i where i.kind = index_parts.kind and i.id = record
  ),
  writes as (
    update private.search_index i
    set title = n.title, lead = n.lead, rest = n.rest, words = n.content || n.title || n.lead || n.rest,
      is_noted = i.is_noted and is_public
    from whole n where i.id = n.id
  )
  -- Names of authors and transcripts are no words of the site.
  select array_agg(w.word) into words from vectors m cross join lateral unnest(m.words) as w (word) where m.name <> 'rest';
  if words is not null and is_public then
    perform private.note_words(words);
  end if;
end;
$$;
comment on function private.index_parts(text, uuid, text[]) is 'Makes the words of some parts of a record anew, or of the whole record if it waits for its batch.';

create function private.index_new_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_record(tg_argv[0], case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end;
$$;
comment on function private.index_new_record() is 'Argument: the kind of record.';

create function private.index_changed_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parts text[] := '{}';
  name text;
  is_changed boolean;
begin
  for i in 1 .. tg_nargs - 1 loop
    foreach name in array string_to_array(split_part(tg_argv[i], ' ', 2), ',') loop
      execute format('select ($1).%1$I is distinct from ($2).%1$I', name) into is_changed using old, new;
      if is_changed then
        parts := parts || split_part(tg_argv[i], ' ', 1);
      end if;
    end loop;
  end loop;
  perform private.index_parts(tg_argv[0], new.id, parts);
  return null;
end;
$$;
comment on function private.index_changed_parts() is 'Arguments: the kind of record, and each part with its columns.';

create function private.index_publication() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- First where a batch may hold it, so that the next statement sees what the batch has made.
  update private.search_documents d set published_at = new.published_at where d.kind = tg_argv[0] and d.id = new.id;
  update private.search_index i set published_at = new.published_at, is_noted = false where i.kind = tg_argv[0] and i.id = new.id;
  perform private.note_record(tg_argv[0], new.id);
  return null;
end;
$$;
comment on function private.index_publication() is 'Argument: the kind of record.';

create function private.note_course() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_record('course', new.id);
  perform private.note_record('lesson', l.id)
  from (
    select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = new.id order by l.id
  ) l;
  return null;
end;
$$;
comment on function private.note_course() is 'Notes the words of a course that is published.';

create function private.index_parents() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- An order or a time that changes is no change of the words.
  source constant text := case tg_op
    when 'INSERT' then 'changed'
    when 'DELETE' then 'former'
    else format(
      '((select id, %1$s from changed except select id, %1$s from former)
        union all (select id, %1$s from former except select id, %1$s from changed))', tg_argv[2])
    end;
  parent uuid;
begin
  -- Each once for a statement, however many of its rows have changed, and all writers in one order.
  for parent in execute format('select distinct r.%I from %s r order by 1', tg_argv[1], source) loop
    perform private.index_parts(tg_argv[0], parent, '{content}');
  end loop;
  return null;
end;
$$;
comment on function private.index_parents() is
  'Arguments: the kind of record whose content these rows are, the column with its id, and all columns that make the content.';

create function private.index_batch(most integer default 20) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun constant timestamptz := clock_timestamp();
  next_record record;
  tried integer := 0;
begin
  for next_record in
    -- The newest are looked for most.
    select d.kind, d.id from private.search_documents d
    where d.failed_at is null or d.failed_at < now() - interval '1 day'
    order by d.published_at desc nulls last limit most for update skip locked
  loop
    begin
      perform private.index_record(next_record.kind, next_record.id);
    exception
      -- Another transaction caused these, so that the next batch has the record again.
      when transaction_rollback or lock_not_available then
        raise warning 'words of % %: %', next_record.kind, next_record.id, sqlerrm;
        exit when clock_timestamp() > begun + interval '3 seconds';
        continue;
      when others then
        raise warning 'words of % %: %', next_record.kind, next_record.id, sqlerrm;
        update private.search_documents d set failed_at = now() where d.kind = next_record.kind and d.id = next_record.id;
    end;
    tried := tried + 1;
    -- A save of these records waits for this transaction.
    exit when clock_timestamp() > begun + interval '3 seconds';
  end loop;
  -- Pages that servers keep show hits of before.
  if tried > 0 and not exists (select from private.search_documents d where d.failed_at is null) then
    insert into private.changed_topics (topic, public_from) values ('posts', '-infinity') on conflict do nothing;
  end if;
  return tried;
end;
$$;
comment on function private.index_batch(integer) is
  'Indexes records that still have the words of before, for three seconds at most, and returns how many it has tried. The embedded backend calls it until none is left, elsewhere a schedule of pg_cron.';

create function private.prune_search_words(most integer default 10000) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun timestamptz := clock_timestamp();
  new_record record;
  old_word record;
  is_there boolean;
  gone integer := 0;
begin
  -- The words of a lesson end once it has moved to a course that is not public.
  update private.search_index i set is_noted = false where i.id in (
    select n.id from private.search_index n
    where n.kind = 'lesson' and n.is_noted and not private.is_public(n.kind, n.id) for no key update skip locked
  );
  -- A record may become public by its time, or with another course, and no save notes its words then.
  for new_record in
    select i.kind, i.id from private.search_index i
    where not i.is_noted and private.is_public(i.kind, i.id) for no key update skip locked
  loop
    perform private.note_record(new_record.kind, new_record.id);
    exit when clock_timestamp() > begun + interval '1 second';
  end loop;
  begun := clock_timestamp();
  for old_word in
    select w.word, w.is_missed from private.search_words w
    where w.checked_at < now() - interval '1 day' order by w.checked_at limit most for update skip locked
  loop
    exit when clock_timestamp() > begun + interval '1 second';
    is_there := private.has_public_hit(quote_literal(old_word.word)::tsquery);
    -- Not at the first miss: a text that is saved at this moment counts on the word.
    if is_there or not old_word.is_missed then
      update private.search_words w set checked_at = now(), is_missed = not is_there where w.word = old_word.word;
    else
      delete from private.search_words w where w.word = old_word.word and w.is_missed;
      gone := gone + 1;
    end if;
  end loop;
  return gone;
end;
$$;
comment on function private.prune_search_words(integer) is
  'Ends words that two checks, a day apart, found in no public text, and returns how many. Notes the words of records that have become public without a save. Each for a second at most.';

create trigger note_words after update of is_published on public.courses for each row
  when (new.is_published and not old.is_published) execute function private.note_course();

-- Batches index what is left in private.search_documents.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('index-batch', '* * * * *', 'select private.index_batch(500)');
    perform cron.schedule('prune-search-words', '7 * * * *', 'select private.prune_search_words()');
  end if;
end;
$$;

grant execute on function private.has_public_hit, private.search_texts to anon, authenticated, service_role;
