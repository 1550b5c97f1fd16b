-- Queries of the search: their words, spellings and corrections.

create function private.parts_of_word(word text) returns table (first text, second text)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
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
end;
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
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.search_words w where w.word = folded);
end;
$$;
comment on function private.is_word(text) is 'Whether this is a word of this site.';

create function private.query_words(query text) returns table (number bigint, exact text, wide text, starts text, letters integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
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
      ], null) as compounds
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
    from words k cross join lateral unnest(k.compounds) as j (word)
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
    select k.number, false, c.stem, '' from words k cross join lateral private.compounds_with(k.stem) as c (stem)
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
end;
$$;
comment on function private.query_words(text) is
  'The words of a query: what is the word itself, everything that stands for it, and a pattern of what it looks like in texts, with U+E006 where it has to end.';

-- The weights leave out names of authors.
create function private.written_as(word text) returns text
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  texts text;
begin
  select string_agg(
    -- Addresses write words in small letters.
    private.visible_text(regexp_replace(concat_ws(' ', t.title, t.lead, left(t.content, 50000)), '\]\(\S*|https?://\S+', ' ', 'g')), ' '
  ) into texts
  from (
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
  ) f
  cross join lateral private.search_texts(f.kind, f.id) t;
  if texts is null then
    return null;
  end if;
  return coalesce((
    select m.letters[1]
    from regexp_matches(
      texts collate pg_catalog.pg_c_utf8,
      private.word_edge(false, false) || '(' || private.spellings(word) || ')' || private.word_edge(true, false), 'gi'
    ) as m (letters)
    where private.folded(lower(m.letters[1] collate pg_catalog.pg_c_utf8)) collate "C" = word
    group by m.letters[1] order by count(*) desc, m.letters[1] limit 1
  ), word);
end;
$$;
comment on function private.written_as(text) is
  'A folded word as some texts that everybody may read write it most; null where none has it.';

create function private.similar_word(query_word text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  candidate text;
  spelling text;
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
    spelling := private.written_as(candidate);
    if spelling is not null then
      return spelling;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.similar_word(text) is 'A word of the public texts that differs by a typing error, as a text writes it.';

create function private.compounds_with(part text) returns setof text
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  if length(part) < 4 then
    return;
  end if;
  return query
  with compounds as (
    (
      select w.stem, left(w.stem, length(w.stem) - length(part)) as head, null as tail
      from private.search_words w
      where reverse(w.stem) collate "C" >= reverse(part)
        and reverse(w.stem) collate "C" < reverse(part) || U&'\+10FFFF'
      limit 300
    )
    union
    (
      select w.stem, null, substr(w.stem, length(part) + 1)
      from private.search_words w
      where w.stem > part collate "C" and w.stem < part || U&'\+10FFFF'
      limit 300
    )
  )
  select c.stem from compounds c
  where length(coalesce(c.head, c.tail)) > 2
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
end;
$$;
comment on function private.compounds_with(text) is
  'Stems of words of this site of which one part is this stem and the other part another word of this site.';

create function private.search_suggestion(query text, unknown bigint[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  visible constant text := trim(private.visible_text(left(query, 200)));
  words constant text[] := string_to_array(trim(translate(private.word_groups(visible), E'\x01', ' ')), ' ');
  word text;
  nearest text;
  suggestion text := visible;
begin
  -- Each costs a search of its own.
  foreach word in array array(select words[place] from unnest(unknown) place where not private.is_filler(words[place]) limit 2) loop
    nearest := private.similar_word(left(private.folded(word), 100));
    continue when nearest is null;
    suggestion := regexp_replace(
      suggestion collate pg_catalog.pg_c_utf8, private.word_edge(false, false) || word || private.word_edge(true, false), nearest, 'i'
    );
  end loop;
  -- A word alone has a hit already.
  if suggestion = visible or cardinality(words) > 1 and not private.has_public_hit((
    select string_agg(format('(%s)', w.wide), ' & ')::tsquery from private.query_words(suggestion) w
  )) then
    return null;
  end if;
  return suggestion;
end;
$$;
comment on function private.search_suggestion(text, bigint[]) is
  'The query with one or two of its unknown words, given by their places, as public texts write them; null if that has no hit either.';

create function private.words_with_hits(terms tsquery[], letters integer[], has_hit boolean[]) returns integer[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  place integer;
  kept integer[] := '{}';
  every tsquery;
begin
  -- Longer words say more.
  for place in select p from generate_subscripts(terms, 1) p where has_hit[p] order by letters[p] desc, p loop
    if every is null or private.has_public_hit(every && terms[place]) then
      kept := kept || place;
      every := coalesce(every && terms[place], terms[place]);
    end if;
  end loop;
  return kept;
end;
$$;
comment on function private.words_with_hits(tsquery[], integer[], boolean[]) is
  'The places of words that a public text has together: the longest that one has, and each shorter one that one of these texts has, too.';

grant execute on function private.query_words, private.search_suggestion, private.words_with_hits to anon,
  authenticated, service_role;
