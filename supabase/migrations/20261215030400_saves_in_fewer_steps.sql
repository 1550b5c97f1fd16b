-- A save makes the words of a text in fewer steps.

create or replace function private.words_index(written text, weight "char", most integer, out vector tsvector, out words text[])
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  groups text;
  letters text[];
  are_compounds boolean[];
  places text[];
  entries text;
begin
  if written = '' then
    vector := '';
    return;
  end if;
  groups := private.word_groups(written);
  with all_words as (
    select p.word, p.place, false as is_compound
    from string_to_table(translate(groups, E'\x01', ' '), ' ') with ordinality as p (word, place)
    union all
    -- Words that others join also as one: each with the next, and all of them.
    select j.word, g.place + j.number - 1, true
    from (
      select s.chain, s.parts, 1 + coalesce(sum(greatest(cardinality(s.parts), 1)) over (
        order by s.number rows between unbounded preceding and 1 preceding
      ), 0) as place
      from (
        select t.chain, t.number, string_to_array(t.chain, E'\x01') as parts
        from string_to_table(groups, ' ') with ordinality as t (chain, number)
      ) s
    ) g
    cross join lateral (
      -- An element of a text array would be found by walking from its first one.
      select p.word || lead(p.word) over (order by p.number) as word, p.number
      from unnest(g.parts) with ordinality as p (word, number)
      union all
      select replace(g.chain, E'\x01', ''), 1 where cardinality(g.parts) between 3 and 8
    ) j
    where strpos(g.chain, E'\x01') > 0 and j.word is not null
  ),
  found as (
    -- A longer word is found by its beginning. PostgreSQL counts no further than this place.
    select left(s.word, 100) as word, min(s.place) as first, bool_and(s.is_compound) as is_compound,
      coalesce(string_agg(s.place::text, ',') filter (where s.place < 16383), '16383') as places
    from all_words s where s.word <> '' group by 1
  )
  select array_agg(f.word order by f.first), array_agg(f.is_compound order by f.first), array_agg(f.places order by f.first)
    into letters, are_compounds, places
  from found f;

  -- All words are folded at once, since a function call for each would take most of the time.
  with forms as materialized (
    select w.*, (ts_lexize('pg_catalog.german_stem', w.folded))[1] as stem,
      case when w.bare <> w.folded then (ts_lexize('pg_catalog.german_stem', w.bare))[1] end as bare_stem,
      w.letters = w.folded or ts_lexize('pg_catalog.german_stem', w.letters) <> '{}' as has_stem
    from unnest(
      letters, are_compounds, string_to_array(private.folded(array_to_string(letters, ' ')), ' '),
      string_to_array(private.bare(array_to_string(letters, ' ')), ' '), places
    ) with ordinality as w (letters, is_compound, folded, bare, places, number)
  ),
  lexemes_of_words as materialized (
    select f.number, f.folded, f.is_compound, f.places, array_remove(array[
      f.folded, nullif(f.bare, f.folded),
      case when f.has_stem and f.stem not in (f.folded, f.bare) then f.stem end,
      case when f.has_stem and f.bare_stem not in (f.folded, f.bare) and f.bare_stem is distinct from f.stem then f.bare_stem end
    ], null) as lexemes
    from forms f
  ),
  -- A vector holds no more than a megabyte.
  within_limit as (
    select l.*, sum(octet_length(array_to_string(l.lexemes, '')) + cardinality(l.lexemes) * (6 + least(octet_length(l.places) / 2, 512)))
      over (order by l.number) as bytes
    from lexemes_of_words l
  )
  -- Places of a lexeme that several words have are put together by its type.
  select string_agg(array_to_string(b.lexemes, ':' || b.places || ' ') || ':' || b.places, ' ') filter (where b.bytes < most),
    array_agg(b.folded) filter (where not b.is_compound)
    into entries, words
  from within_limit b;
  vector := setweight(coalesce(entries, '')::tsvector, weight);
end;
$$;

comment on function private.words_index(text, "char", integer) is
  'The words of a text for the index: each folded, without the dots of its umlauts, and both as stems. Takes no more bytes than `most`. `words` are the folded words.';

create or replace function private.note_words(words text[]) returns void
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

revoke execute on all functions in schema private from public;
