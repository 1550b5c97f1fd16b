-- The search over everything that a visitor may read, by the one rule for words.

create function private.compounds_with(stem text) returns table (stem text)
language sql stable security definer set search_path = ''
as $$
  with compounds as (
    (
      select w.stem, left(w.stem, length(w.stem) - length(compounds_with.stem)) as head, null as tail
      from private.search_words w
      where reverse(w.stem) collate "C" >= reverse(compounds_with.stem)
        and reverse(w.stem) collate "C" < reverse(compounds_with.stem) || U&'\+10FFFF'
      limit 300
    )
    union
    (
      select w.stem, null, substr(w.stem, length(compounds_with.stem) + 1)
      from private.search_words w
      where w.stem > compounds_with.stem collate "C" and w.stem < compounds_with.stem || U&'\+10FFFF'
      limit 300
    )
  )
  select c.stem from compounds c
  where length(compounds_with.stem) > 3 and length(coalesce(c.head, c.tail)) > 2
    -- With the letters that join the parts of German compounds, and without.
    and case when c.head is not null
      then exists (
        select from private.search_words w where w.word = any (array[
          c.head, c.head || 'e', c.head || 'en',
          case when right(c.head, 1) in ('s', 'n', 'e') then left(c.head, -1) end,
          case when right(c.head, 2) in ('es', 'en', 'er') then left(c.head, -2) end
        ])
      )
      else exists (
        select from private.search_words w where w.stem = any (array[
          c.tail,
          case when left(c.tail, 1) in ('s', 'n', 'e') then substr(c.tail, 2) end,
          case when left(c.tail, 2) in ('es', 'en', 'er') then substr(c.tail, 3) end
        ])
      )
    end
  order by length(c.stem), c.stem limit 60;
$$;
comment on function private.compounds_with(text) is
  'Stems of words of this site of which one part is this stem and the other part another word of this site.';

create function private.parts_of_word(word text) returns table (first text, second text)
language sql stable security definer set search_path = ''
as $$
  select n[1], n[2] from regexp_match(parts_of_word.word, '^(\D{2,})(\d+)$') n where n is not null
  union all
  (
    select left(parts_of_word.word, at), substr(parts_of_word.word, at + 1)
    from generate_series(3, least(length(parts_of_word.word), 40) - 3) at
    where exists (select from private.search_words w where w.word = left(parts_of_word.word, at))
      and exists (
        select from private.search_words w
        where w.stem = (ts_lexize('pg_catalog.german_stem', substr(parts_of_word.word, at + 1)))[1]
      )
    limit 3
  );
$$;
comment on function private.parts_of_word(text) is 'The two words of this site that a word may be made of; letters and a number.';

create function private.spellings(lexeme text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  -- The characters in between keep what is replaced from being replaced again.
  select replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(lexeme, 'ae', U&'\E002'), 'oe', U&'\E003'), 'ue', U&'\E004'), 'ss', U&'\E005'),
    'a', '(?:ae?|[äàáâ])'), 'o', '(?:oe?|[öòóô])'), 'u', '(?:ue?|[üùúû])'), 'e', '[eèéêë]'),
    U&'\E002', '(?:ae|ä)'), U&'\E003', '(?:oe|ö)'), U&'\E004', '(?:ue|ü)'), U&'\E005', '(?:ss|ß)');
$$;
comment on function private.spellings(text) is 'A pattern of what a lexeme may look like in a text.';

create function private.is_word(folded text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.search_words w where w.word = folded);
$$;
comment on function private.is_word(text) is 'Whether this is a word of this site.';

create function private.query_words(query text) returns table (number bigint, exact text, wide text, starts text, letters integer)
language sql stable security definer set search_path = ''
as $$
  with letters_of_query as (
    select array_remove(string_to_array(translate(private.word_groups(left(query, 200)), E'\x01', ' '), ' '), '') as letters
  ),
  all_words as (
    select w.*, private.is_filler(w.letters) as is_filler
    from letters_of_query g
    cross join lateral unnest(
      g.letters, string_to_array(private.folded(array_to_string(g.letters, ' ')), ' '),
      string_to_array(private.bare(array_to_string(g.letters, ' ')), ' ')
    ) with ordinality as w (letters, folded, bare, number)
  ),
  first_words as (
    -- Filler words are used only when the query has no other words.
    select a.number, left(a.folded, 100) as folded, (ts_lexize('pg_catalog.german_stem', a.folded))[1] as stem,
      (ts_lexize('pg_catalog.german_stem', a.bare))[1] as bare_stem,
      -- Two or three words may be one in a text. With a filler word two are one only if the site has that word.
      array_remove(array[
        case when not b.is_filler or private.is_word(b.folded || a.folded) then b.folded || a.folded end,
        case when not c.is_filler or private.is_word(a.folded || c.folded) then a.folded || c.folded end,
        case when not (b.is_filler or c.is_filler) then b.folded || a.folded || c.folded end,
        case when not (c.is_filler or d.is_filler) then a.folded || c.folded || d.folded end,
        case when not (e.is_filler or b.is_filler) then e.folded || b.folded || a.folded end
      ], null) as joined
    from all_words a
    left join all_words b on b.number = a.number - 1
    left join all_words c on c.number = a.number + 1
    left join all_words d on d.number = a.number + 2
    left join all_words e on e.number = a.number - 2
    where not a.is_filler or not exists (select from all_words other where not other.is_filler)
    order by a.number limit 8
  ),
  words as (
    select c.*, length(c.folded) < 2 or length(c.folded) = 2 and private.is_word(c.folded) as is_whole from first_words c
  ),
  compounds as (
    select k.number, j.word, (ts_lexize('pg_catalog.german_stem', j.word))[1] as stem
    from words k cross join lateral unnest(k.joined) as j (word)
  ),
  ways as (
    select k.number, true as is_exact, k.folded as lexeme, '' as sign from words k
    union
    select k.number, true, unnest(array[k.stem, k.bare_stem]), '' from words k
    union
    select j.number, true, unnest(array[j.word, j.stem]), '' from compounds j
    union
    select k.number, false, k.folded, ':*' from words k where not k.is_whole
    union
    select j.number, false, j.word, ':*' from compounds j
    union
    select k.number, false, c.stem, '' from words k cross join lateral private.compounds_with(k.stem) c
  ),
  parts as (
    select k.number, p.first, p.second from words k cross join lateral private.parts_of_word(k.folded) p
  ),
  patterns as (
    select w.number, w.lexeme from ways w where w.lexeme is not null
    union select p.number, p.first from parts p union select p.number, p.second from parts p
  )
  select k.number,
    (select string_agg(format('''%s''', w.lexeme), ' | ') from ways w
     where w.number = k.number and w.is_exact and w.lexeme is not null),
    concat_ws(
      ' | ',
      (select string_agg(distinct format('''%s''%s', w.lexeme, w.sign), ' | ') from ways w
       where w.number = k.number and w.lexeme is not null),
      (select string_agg(format('''%s'' <-> ''%s'':*', p.first, p.second), ' | ') from parts p where p.number = k.number)
    ),
    (select string_agg(private.spellings(p.lexeme) || case when k.is_whole and p.lexeme = k.folded then U&'\E006' else '' end, '|')
     from patterns p
    -- Patterns are beginnings, so that a longer one finds nothing more.
    where p.number = k.number and not exists (
      select from patterns shorter
      where shorter.number = p.number and shorter.lexeme <> p.lexeme and starts_with(p.lexeme, shorter.lexeme) and not k.is_whole
    )),
    length(k.folded)
  from words k;
$$;
comment on function private.query_words(text) is
  'The words of a query: what is the word itself, everything that stands for it, and a pattern of what it looks like in texts, with U+E006 where it has to end.';

create function private.search_candidates(terms tsquery[], exact tsquery[], terms_of_before tsquery)
returns table (kind text, id uuid, rank real)
language plpgsql stable security definer set search_path = ''
-- The planner underestimates the cost of reading the words of all documents.
set enable_seqscan = off
as $$
declare
  wide constant tsquery := (select string_agg(format('(%s)', t), ' | ')::tsquery from unnest(terms) t);
  every constant tsquery := (select string_agg(format('(%s)', t), ' & ')::tsquery from unnest(terms) t);
  any_exact constant tsquery := (select string_agg(format('(%s)', t), ' | ')::tsquery from unnest(exact) t);
  every_exact constant tsquery := (
    select string_agg(format('(%s)', t), ' & ')::tsquery from unnest(exact) t having count(*) > 1
  );
begin
  return query
  -- Which ones they are is known without reading their words.
  with found as materialized (
    (
      select i.kind, i.id from private.search_index i
      where i.kind = 'post' and i.words @@ every and i.published_at <= now()
      order by i.published_at desc
      limit 500
    )
    union all
    select i.kind, i.id from private.search_index i
    where i.kind <> 'post' and i.words @@ every
  ),
  of_before as materialized (
    (
      select d.kind, d.id from private.search_documents d
      where d.kind = 'post' and d.words @@ terms_of_before and d.published_at <= now()
      order by d.published_at desc
      limit 500
    )
    union all
    select d.kind, d.id from private.search_documents d where d.kind <> 'post' and d.words @@ terms_of_before
  )
  -- Ranked by OR: for AND, ts_rank weighs little but the distance of the words. How near they are raises the rank.
  select f.kind, f.id, (
    2 * ts_rank(w.words, any_exact) + ts_rank(w.words, wide) + least(0.5, coalesce(0.5 * ts_rank_cd('{1, 1, 1, 1}', w.words, every_exact), 0))
  )::real
  from found f
  join private.search_index i using (kind, id)
  -- A copy in memory, which would be read anew for each of these otherwise.
  cross join lateral (select i.words || ''::tsvector as words offset 0) w
  union all
  select b.kind, b.id, ts_rank(d.words, replace(terms_of_before::text, '&', '|')::tsquery)
  from of_before b join private.search_documents d using (kind, id)
  where not exists (select from private.search_index i where i.kind = b.kind and i.id = b.id);
end;
$$;
comment on function private.search_candidates(tsquery[], tsquery[], tsquery) is
  'Records with all of these words: the newest public posts and all others, public or not. Only for public.search, which filters by the caller''s rights.';

create type private.search_hit as (kind text, id uuid, slug text, title text, rank real);

create function private.search_hits(terms tsquery[], exact tsquery[], terms_of_before tsquery, most integer)
returns setof private.search_hit
language sql stable security invoker set search_path = ''
as $$
  with candidates as materialized (
    select c.* from private.search_candidates(terms, exact, terms_of_before) c
  ),
  hits as (
    select c.kind, p.id, p.slug, p.title, c.rank
    from candidates c join public.posts p on p.id = c.id
    where c.kind = 'post' and p.published_at <= now()
    union all
    select c.kind, p.id, p.slug, p.title, c.rank
    from candidates c join public.pages p on p.id = c.id
    where c.kind = 'page' and p.published_at <= now()
    union all
    select c.kind, w.id, null, w.title, c.rank
    from candidates c join public.workshops w on w.id = c.id
    where c.kind = 'workshop'
    union all
    select c.kind, o.id, o.slug, o.title, c.rank
    from candidates c join public.courses o on o.id = c.id
    where c.kind = 'course' and o.is_published
    union all
    select c.kind, l.id, o.slug, l.title, c.rank
    from candidates c
    join public.lessons l on l.id = c.id
    join public.modules m on m.id = l.module_id
    join public.courses o on o.id = m.course_id
    where c.kind = 'lesson' and o.is_published
    union all
    select c.kind, m.id, null, m.title, c.rank
    from candidates c join public.matrix_workshops m on m.id = c.id
    where c.kind = 'matrix_workshop'
  )
  select * from hits order by hits.rank desc, hits.title collate pg_catalog.pg_c_utf8, hits.id limit most;
$$;
comment on function private.search_hits(tsquery[], tsquery[], tsquery, integer) is 'The best candidates of those that everybody reads.';

create type private.word_patterns as (each_word text[], any_word text, to_its_end text);
comment on type private.word_patterns is 'Patterns of the beginning of each word of a query, of any of them, and of any of them to the end of its word.';

create function private.patterns_of(starts text[], has_single boolean) returns private.word_patterns
language sql immutable parallel safe set search_path = ''
as $$
  select array_agg(b.begins || '(?:' || w.start || ')'), a.any_word, a.any_word || private.rest_of_word(has_single)
  from (select private.word_begins(has_single) as begins, private.word_ends(has_single) as ends offset 0) b
  cross join lateral (select array_agg(replace(s, U&'\E006', b.ends)) as all_words from unnest(starts) s) l
  cross join lateral (select b.begins || '(?:' || array_to_string(l.all_words, '|') || ')' as any_word) a
  cross join lateral unnest(l.all_words) as w (start)
  group by a.any_word;
$$;
comment on function private.patterns_of(text[], boolean) is 'Patterns for texts with or without characters that are words.';

create function private.search_passage(
  title text, lead text, content text, plain private.word_patterns, single private.word_patterns
) returns table (passage text, before text)
language sql stable set search_path = ''
as $$
  with patterns as (
    select (p.p).* from (
      select case when private.has_single_characters(concat_ws(' ', search_passage.title, lead, content)) then single else plain end as p offset 0
    ) p
  ),
  paragraphs as (
    select t.is_lead, p.number, p.body, ltrim(p.body) like '#%' and strpos(btrim(p.body, E' \t\r\n'), E'\n') = 0 as is_heading,
      (select count(*) from unnest(w.each_word) s where p.body ~* s) as met
    from patterns w
    cross join (values (true, lead), (false, content)) as t (is_lead, body)
    cross join lateral regexp_split_to_table(
      translate(private.visible_text(t.body), U&'\E000\E001', '') collate pg_catalog.pg_c_utf8, '\n[ \t\r]*\n'
    ) with ordinality as p (body, number)
    where btrim(p.body, E' \t\r\n') <> ''
  ),
  best as (
    -- Without a word of the query in the texts, their beginning tells what the record is about.
    select p.* from paragraphs p order by p.met desc, p.is_heading, (p.met > 0) = p.is_lead, p.number limit 1
  )
  select
    replace(regexp_replace(
      case when length(b.body) <= 900 then b.body else substr(b.body, greatest(1, hit.at - 300), 900) end,
      w.to_its_end, U&'\E000\\&\E001', 'gi'
    ), U&'\E001\E000', ''),
    case when b.met > 0 and not b.is_lead and exists (
      select from unnest(w.each_word) s where private.visible_text(title) collate pg_catalog.pg_c_utf8 !~* s
    ) then (
      select string_agg(case when p.number = b.number then left(p.body, line.ending) else p.body end, E'\n\n' order by p.number)
      from paragraphs p
      where not p.is_lead and p.number <= b.number
    ) end
  from patterns w
  cross join best b
  cross join lateral (select regexp_instr(b.body, w.any_word, 1, 1, 0, 'i') as at offset 0) hit
  cross join lateral (
    select split_part(below.rest, E'\n', 1) as first, split_part(below.rest, E'\n', 2) as second
    from (select substr(b.body, greatest(hit.at, 1)) as rest offset 0) below offset 0
  ) lines
  -- The line of the first hit, with a line below that makes a heading of it.
  cross join lateral (
    select hit.at - 1 + length(lines.first)
      + case when translate(lines.second, E'=- \t\r', '') = '' then 1 + length(lines.second) else 0 end as ending
  ) line;
$$;
comment on function private.search_passage(text, text, text, private.word_patterns, private.word_patterns) is
  'The paragraph with most of the words, each word between U+E000 and U+E001, and the content up to the line of its first hit; null where it is not in the content, or the title has all words.';

create function private.outline(markdown text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(line[1], E'\n\n')
  from regexp_matches(markdown, '^([ \t>*+-]*#{1,6}(?:[ \t].*)?|[ \t>]*(?:```|~~~).*|.*\S.*\n {0,3}(?:=+|-+)[ \t\r]*)$', 'gn') as line;
$$;
comment on function private.outline(text) is 'The lines of a Markdown text that may be headings, and those that begin and end code.';

-- The weights leave out names of authors.
create function private.written_as(word text) returns text
language sql stable security definer set search_path = ''
set enable_seqscan = off
as $$
  with found as (
    (
      select i.kind, i.id from private.search_index i
      where i.kind = 'post' and i.words @@ (quote_literal(word) || ':ABC')::tsquery
        and i.published_at <= now() and private.is_public(i.kind, i.id)
      limit 3
    )
    union all
    (
      select i.kind, i.id from private.search_index i
      where i.kind <> 'post' and i.words @@ (quote_literal(word) || ':ABC')::tsquery and private.is_public(i.kind, i.id)
      limit 3
    )
  ),
  texts as (
    -- Addresses write words in small letters.
    select private.visible_text(
      regexp_replace(concat_ws(' ', t.title, t.lead, left(t.content, 50000)), '\]\(\S*|https?://\S+', ' ', 'g')
    ) as written
    from found f cross join lateral private.search_texts(f.kind, f.id) t
  ),
  spelled as (
    select m[1] as letters
    from texts t
    cross join lateral regexp_matches(
      t.written collate pg_catalog.pg_c_utf8,
      private.word_begins(false) || '(' || private.spellings(word) || ')' || private.word_ends(false), 'gi'
    ) m
  )
  select coalesce((
    select s.letters from spelled s
    where private.folded(lower(s.letters collate pg_catalog.pg_c_utf8)) collate "C" = word
    group by s.letters order by count(*) desc, s.letters limit 1
  ), word);
$$;
comment on function private.written_as(text) is 'A folded word as some texts that everybody may read write it most.';

create function private.similar_word(query_word text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  candidate record;
begin
  if length(query_word) not between 3 and 40 or query_word ~ '\d' then
    return null;
  end if;
  for candidate in
    select found.word
    from (
      select distinct w.word from private.search_words w
      where w.near_spellings && private.near_spellings(query_word)
    ) found
    cross join lateral (
      -- Words of one length have a letter, or two in each other's place, where they differ. More is a letter elsewhere.
      select case when length(found.word) = length(query_word) then (
        select count(*) from generate_series(1, length(query_word)) at
        where substr(found.word, at, 1) <> substr(query_word, at, 1)
      ) else 1 end > 2 as is_far
    ) d
    where found.word <> query_word and (length(query_word) > 5 or not d.is_far)
    order by d.is_far, starts_with(query_word, found.word) desc, abs(length(found.word) - length(query_word)), found.word
    limit 12
  loop
    if private.has_public_hit((quote_literal(candidate.word) || ':ABC')::tsquery) then
      return private.written_as(candidate.word);
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.similar_word(text) is 'A word of the public texts that differs by a typing error, as a text writes it.';

create function private.search_suggestion(query text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Each costs a search of its own.
  most_unknown constant integer := 2;
  visible constant text := trim(private.visible_text(left(query, 200)));
  words constant text[] := string_to_array(trim(translate(private.word_groups(visible), E'\x01', ' ')), ' ');
  word text;
  folded text;
  nearest text;
  unknown integer := 0;
  suggestion text := visible;
begin
  foreach word in array words[1:8] loop
    folded := left(private.folded(word), 100);
    -- A word with hits of its own is right: a form or the beginning of another one, the name of an author.
    continue when unknown = most_unknown or folded = '' or private.is_filler(word)
      or cardinality(words) > 1 and private.has_public_hit((select w.wide::tsquery from private.query_words(word) w));
    unknown := unknown + 1;
    nearest := private.similar_word(folded);
    continue when nearest is null;
    suggestion := regexp_replace(
      suggestion collate pg_catalog.pg_c_utf8, private.word_begins(false) || word || private.word_ends(false), nearest, 'i'
    );
  end loop;
  if suggestion = visible then
    return null;
  end if;
  -- A word alone has a hit already.
  if cardinality(words) > 1 and not private.has_public_hit((
    select string_agg(format('(%s)', w.wide), ' & ')::tsquery from private.query_words(suggestion) w
  )) then
    return null;
  end if;
  return suggestion;
end;
$$;
comment on function private.search_suggestion(text) is
  'The query with one or two misspelled words as public texts write them; null if that has no hit either.';

create function private.words_with_hits(terms tsquery[], letters integer[]) returns integer[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  place integer;
  kept integer[] := '{}';
  every tsquery;
begin
  -- Longer words say more.
  for place in select p from generate_subscripts(terms, 1) p order by letters[p] desc, p loop
    if private.has_public_hit(coalesce(every && terms[place], terms[place])) then
      kept := kept || place;
      every := coalesce(every && terms[place], terms[place]);
    end if;
  end loop;
  return kept;
end;
$$;
comment on function private.words_with_hits(tsquery[], integer[]) is
  'The places of words that a public text has together: the longest that one has, and each shorter one that one of these texts has, too.';

create function private.plain_passage(passage text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select translate(
    private.plain_text(translate(passage, U&'\E000\E001', U&'\E002\E003')), U&'\E002\E003', U&'\E000\E001'
  );
$$;
comment on function private.plain_passage(text) is 'A passage for releases that show it as it comes.';

create function private.terms_of_before(query text) returns tsquery
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.search_documents) then
    return private.search_terms(query);
  end if;
  return null;
end;
$$;
comment on function private.terms_of_before(text) is 'The query for records that wait for their batch; null when none does.';

drop function public.search(text, integer);
create type private.search_row as (
  kind text, id uuid, slug text, title text, excerpt text, rank real, passage text, outline text
);

create function private.search_rows(
  terms tsquery[], exact tsquery[], starts text[], terms_of_before tsquery, most integer
) returns setof private.search_row
language sql stable security invoker set search_path = ''
as $$
  with patterns as materialized (
    select private.patterns_of(starts, false) as plain, private.patterns_of(starts, true) as single
  )
  select h.kind, h.id, h.slug, h.title, private.plain_passage(p.passage), h.rank, p.passage,
    -- So many hits lead to a heading on the page.
    case when h.place <= 20 then private.outline(p.before) end
  from private.search_hits(terms, exact, terms_of_before, most)
    with ordinality as h (kind, id, slug, title, rank, place)
  cross join patterns w
  left join lateral (
    select t.* from private.search_texts(h.kind, h.id) x
    cross join lateral private.search_passage(
      h.title, case h.kind when 'lesson' then x.rest else x.lead end, x.content, w.plain, w.single
    ) t
  ) p on true
  order by h.place;
$$;
comment on function private.search_rows(tsquery[], tsquery[], text[], tsquery, integer) is
  'The best hits with their passages.';

create function public.search(query text, max_hits integer default 20)
returns table (kind text, id uuid, slug text, title text, excerpt text, rank real, passage text, outline text)
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  most constant integer := least(greatest(max_hits, 0), 100);
  terms tsquery[];
  exact tsquery[];
  starts text[];
  letters integer[];
  suggestion text;
  kept integer[];
begin
  select array_agg(w.wide::tsquery order by w.number), array_agg(w.exact::tsquery order by w.number),
      array_agg(w.starts order by w.number), array_agg(w.letters order by w.number)
    into terms, exact, starts, letters
  from private.query_words(query) w;
  if terms is null or most = 0 then
    return;
  end if;
  return query select * from private.search_rows(terms, exact, starts, private.terms_of_before(query), most);
  if found then
    return;
  end if;
  suggestion := private.search_suggestion(query);
  if suggestion is not null then
    return query select 'suggestion', null::uuid, null, suggestion, null, 0::real, null, null;
    return;
  end if;
  kept := private.words_with_hits(terms, letters);
  if cardinality(kept) between 1 and cardinality(terms) - 1 then
    return query select 'partial', null::uuid, null, null, null, 0::real, null, null;
    return query select * from private.search_rows(
      (select array_agg(terms[k]) from unnest(kept) k), (select array_agg(exact[k]) from unnest(kept) k),
      (select array_agg(starts[k]) from unnest(kept) k), null, most
    );
  end if;
end;
$$;
comment on function public.search(text, integer) is
  'Full-text search over what everybody may read, best hits first. slug is that of the course for lessons, and null for workshops of both kinds. passage is Markdown with each hit between U+E000 and U+E001, excerpt the same for releases that read no passage, outline the lines before the passage that may be headings. Without a hit, a row of the kind suggestion may have a query with hits as its title, or a row of the kind partial comes before what has some of the words.';

drop function private.search_candidates(tsquery);
drop function private.search_excerpt(text, tsquery);

revoke execute on all functions in schema private from public;
revoke execute on function public.search from public;
grant execute on function
  private.query_words, private.search_candidates, private.search_hits, private.patterns_of, private.search_passage, private.outline,
  private.search_rows, private.words_with_hits, private.search_suggestion, private.plain_passage, private.terms_of_before, public.search
  to anon, authenticated, service_role;

-- Last: batches move records out of what the search of before reads.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('index-batch', '* * * * *', 'select private.index_batch(500)');
    perform cron.schedule('prune-search-words', '7 * * * *', 'select private.prune_search_words()');
  end if;
end;
$$;
