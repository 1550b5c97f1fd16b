-- A search reads narrow rows, asks the index for each of its words apart, and keeps its plans.

-- Which records a search finds is read from their rows, of all that have a frequent word. The words of a record lie apart.
alter table private.search_index set (toast_tuple_target = 128);

create or replace function private.has_public_hit(words tsquery) returns boolean
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

drop function private.compounds_with(text);
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

create or replace function private.parts_of_word(word text) returns table (first text, second text)
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

create or replace function private.is_word(folded text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.search_words w where w.word = folded);
end;
$$;

create or replace function private.query_words(query text) returns table (number bigint, exact text, wide text, starts text, letters integer)
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

create or replace function private.search_candidates(terms tsquery[], exact tsquery[], terms_of_before tsquery)
returns table (kind text, id uuid, rank real)
language plpgsql stable security definer set search_path = ''
-- The planner underestimates the cost of reading the words of all documents.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  wide constant tsquery := (select string_agg(format('(%s)', t), ' | ')::tsquery from unnest(terms) t);
  any_exact constant tsquery := (select string_agg(format('(%s)', t), ' | ')::tsquery from unnest(exact) t);
  every_exact constant tsquery := (
    select string_agg(format('(%s)', t), ' & ')::tsquery from unnest(exact) t having count(*) > 1
  );
  -- The index reads each word on its own, and leaves out what another word has ruled out.
  every constant text := (select string_agg(format('i.words @@ $1[%s]', n), ' and ') from generate_subscripts(terms, 1) n);
begin
  return query execute format($found$
    with found as materialized (
      (
        select i.kind, i.id from private.search_index i
        where i.kind = 'post' and %1$s and i.published_at <= now()
        order by i.published_at desc
        limit 500
      )
      union all
      select i.kind, i.id from private.search_index i where i.kind <> 'post' and %1$s
    )
    -- Ranked by OR: for AND, ts_rank weighs little but the distance of the words. How near they are raises the rank.
    select f.kind, f.id, (
      2 * ts_rank(w.words, $2) + ts_rank(w.words, $3) + least(0.5, coalesce(0.5 * ts_rank_cd('{1, 1, 1, 1}', w.words, $4), 0))
    )::real
    from found f
    join private.search_index i using (kind, id)
    -- An array has a copy in memory, which would be read anew for each of these otherwise.
    cross join lateral (select (array[i.words])[1] as words offset 0) w
  $found$, every) using terms, any_exact, wide, every_exact;
  if terms_of_before is null then
    return;
  end if;
  return query
  with of_before as materialized (
    (
      select d.kind, d.id from private.search_documents d
      where d.kind = 'post' and d.words @@ terms_of_before and d.published_at <= now()
      order by d.published_at desc
      limit 500
    )
    union all
    select d.kind, d.id from private.search_documents d where d.kind <> 'post' and d.words @@ terms_of_before
  )
  select b.kind, b.id, ts_rank(d.words, replace(terms_of_before::text, '&', '|')::tsquery)
  from of_before b join private.search_documents d using (kind, id)
  where not exists (select from private.search_index i where i.kind = b.kind and i.id = b.id);
end;
$$;

create or replace function private.search_hits(terms tsquery[], exact tsquery[], terms_of_before tsquery, most integer)
returns setof private.search_hit
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query
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
end;
$$;

revoke execute on all functions in schema private from public;
