-- The search: candidates, hits and passages.

create type private.search_hit as (kind text, id uuid, slug text, title text, rank real);

create type private.word_patterns as (each_word text[], to_its_end text);
comment on type private.word_patterns is 'Patterns of the beginning of each word of a query, and of any of them to the end of its word.';

create type private.search_row as (
  kind text, id uuid, slug text, title text, excerpt text, rank real, passage text, outline text
);

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

create function private.search_candidates(terms tsquery[], exact tsquery[], terms_of_before tsquery)
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
comment on function private.search_candidates(tsquery[], tsquery[], tsquery) is
  'Records with all of these words: the newest public posts and all others, public or not. Only for public.search, which filters by the caller''s rights.';

create function private.search_hits(terms tsquery[], exact tsquery[], terms_of_before tsquery, most integer)
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
comment on function private.search_hits(tsquery[], tsquery[], tsquery, integer) is 'The best candidates of those that everybody reads.';

create function private.patterns_of(starts text[], has_single boolean) returns private.word_patterns
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  first constant text := private.word_edge(false, has_single);
  words constant text[] := (select array_agg(replace(s, U&'\E006', private.word_edge(true, has_single))) from unnest(starts) s);
begin
  return (
    (select array_agg(first || '(?:' || w || ')') from unnest(words) w),
    first || '(?:' || array_to_string(words, '|') || ')' || private.rest_of_word(has_single)
  );
end;
$$;
comment on function private.patterns_of(text[], boolean) is 'Patterns for texts with or without characters that are words.';

create function private.outline(markdown text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select string_agg(
      -- A line below makes a heading of all lines above it, as far as the parser of pages says so.
      case when b.block ~ '\n {0,3}(?:=+|-+)[ \t\r]*(?![^\n])' then b.block else l.lines end, E'\n\n' order by b.number
    )
    from regexp_split_to_table(markdown, '\n[ \t\r]*\n') with ordinality as b (block, number)
    cross join lateral (
      select string_agg(line, E'\n\n') as lines from string_to_table(b.block, E'\n') line
      where line ~ '^(?:[ \t>*+-]*#{1,6}(?:[ \t\r]|$)|[ \t>]*(?:```|~~~))'
    ) l
  );
end;
$$;
comment on function private.outline(text) is 'The lines of a Markdown text that may be headings, and those that begin and end code.';

create function private.plain_passage(passage text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return trim(regexp_replace(
    translate(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(passage, '^\s*(```|~~~).*$', '', 'gn'),
            '!?\[([^\]]*)\]\([^)]*\)', '\1', 'g'
          ),
          '^\s*(#{1,6}|>|[-*+]|\d+\.)\s+', '', 'gn'
        ),
        '</?[a-zA-Z][^>]*>|\*\*|__|[*`]', '', 'g'
      ),
      E'\t\r\n|', '    '
    ),
    -- Rules of tables, and blanks. To replace each blank would take most of the time.
    ' *(?:-{3,} *)+| {2,}', ' ', 'g'
  ));
end;
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

create function private.search_rows(
  terms tsquery[], exact tsquery[], starts text[], terms_of_before tsquery, most integer
) returns setof private.search_row
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query
  with plain as materialized (
    select private.patterns_of(starts, false) as patterns
  ),
  -- Few texts have characters that are words, so that these are rarely made.
  single as materialized (
    select private.patterns_of(starts, true) as patterns
  )
  select h.kind, h.id, h.slug, h.title, private.plain_passage(p.passage), h.rank, p.passage,
    -- So many hits lead to a heading on the page.
    case when h.place <= 20 then private.outline(p.before) end
  from private.search_hits(terms, exact, terms_of_before, most)
    with ordinality as h (kind, id, slug, title, rank, place)
  left join lateral (
    select t.* from private.search_texts(h.kind, h.id) x
    cross join lateral (select case h.kind when 'lesson' then x.rest else x.lead end as lead offset 0) l
    cross join lateral private.search_passage(
      h.title, l.lead, x.content,
      case when private.has_single_characters(concat_ws(' ', h.title, l.lead, x.content))
        then (select patterns from single) else (select patterns from plain) end
    ) t
  ) p on true
  order by h.place;
end;
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
  numbers bigint[];
  terms tsquery[];
  exact tsquery[];
  starts text[];
  letters integer[];
  has_hit boolean[];
  suggestion text;
  kept integer[];
begin
  select array_agg(w.number), array_agg(w.wide::tsquery), array_agg(w.exact::tsquery), array_agg(w.starts), array_agg(w.letters)
    into numbers, terms, exact, starts, letters
  from (select * from private.query_words(query) order by number) w;
  if terms is null or most = 0 then
    return;
  end if;
  return query select * from private.search_rows(terms, exact, starts, private.terms_of_before(query), most);
  if found then
    return;
  end if;
  -- A word with hits of its own is right: a form or the beginning of another one, the name of an author.
  has_hit := array(select cardinality(terms) > 1 and private.has_public_hit(t) from unnest(terms) t);
  suggestion := private.search_suggestion(query, array(select n from unnest(numbers, has_hit) as w (n, has_hit) where not w.has_hit));
  if suggestion is not null then
    return query select 'suggestion', null::uuid, null, suggestion, null, 0::real, null, null;
    return;
  end if;
  kept := private.words_with_hits(terms, letters, has_hit);
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

-- Passages are found by one pass over a text, and lead to headings of several lines, too.

create function private.word_edge(is_end boolean, has_single boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '(?:(?' || case when is_end then '!' else '<!' end || '[' || private.word_characters() || '])'
    || case when has_single then '|(?=[' || s.single || '])|(?<=[' || s.single || '])' else '' end || ')'
  from (select private.single_characters() as single) s;
$$;
comment on function private.word_edge(boolean, boolean) is 'A pattern of the places where a word begins, or ends.';

create function private.search_passage(title text, lead text, content text, patterns private.word_patterns)
returns table (passage text, before text)
language plpgsql stable set search_path = ''
as $$
declare
  visible constant text[] := array[
    translate(private.visible_text(lead), U&'\E000\E001', ''), translate(private.visible_text(content), U&'\E000\E001', '')
  ];
  best record;
  line integer;
begin
  -- Without a word of the query in the texts, their beginning tells what the record is about.
  select p.*, n.met into best
  from (
    select b.body, b.hit, t.place = 1 as is_lead, m.number,
      ltrim(b.body) like '#%' and strpos(btrim(b.body, E' \t\r\n'), E'\n') = 0 as is_heading,
      count(*) filter (where b.hit > 0) over () as hits
    from unnest(visible) with ordinality as t (written, place)
    cross join lateral regexp_split_to_table(
      regexp_replace(t.written collate pg_catalog.pg_c_utf8, patterns.to_its_end, U&'\E000\\&', 'gi'), '\n[ \t\r]*\n'
    ) with ordinality as m (marked, number)
    cross join lateral (select replace(m.marked, U&'\E000', '') as body, strpos(m.marked, U&'\E000') as hit offset 0) b
    where btrim(b.body, E' \t\r\n') <> ''
  ) p
  -- Each word is looked for only where paragraphs with hits differ by it.
  cross join lateral (
    select case when p.hit = 0 then 0 when p.hits = 1 or cardinality(patterns.each_word) = 1 then 1
      else (select count(*) from unnest(patterns.each_word) w where p.body ~* w) end as met
  ) n
  order by n.met desc, p.is_heading, (n.met > 0) = p.is_lead, p.number limit 1;
  if not found then
    return;
  end if;
  passage := replace(regexp_replace(
    case when length(best.body) <= 900 then best.body else substr(best.body, greatest(1, best.hit - 300), 900) end
      collate pg_catalog.pg_c_utf8,
    patterns.to_its_end, U&'\E000\\&\E001', 'gi'
  ), U&'\E001\E000', '');
  if best.met > 0 and not best.is_lead and (
    private.visible_text(title) collate pg_catalog.pg_c_utf8 !~* patterns.to_its_end
    or exists (select from unnest(patterns.each_word) w where private.visible_text(title) collate pg_catalog.pg_c_utf8 !~* w)
  ) then
    line := best.hit - length(substring(left(best.body, best.hit - 1) from '[^\n]*$'));
    -- The line of the first hit, with lines below that make a heading of it.
    before := array_to_string((regexp_split_to_array(visible[2], '\n[ \t\r]*\n'))[:best.number - 1], E'\n\n')
      || E'\n\n' || left(best.body, line - 1) || coalesce(
        substring(substr(best.body, line) from '^(?:(?![ \t>*+-]*#{1,6}[ \t])[^\n]*\n)+? {0,3}(?:=+|-+)[ \t\r]*(?![^\n])'),
        split_part(substr(best.body, line), E'\n', 1)
      );
  end if;
  return next;
end;
$$;
comment on function private.search_passage(text, text, text, private.word_patterns) is
  'The paragraph with most of the words, each word between U+E000 and U+E001, and the content up to the line of its first hit; null where it is not in the content, or the title has all words.';

grant execute on function private.outline, private.patterns_of, private.plain_passage, private.search_candidates,
  private.search_hits, private.search_passage, private.search_rows, private.search_terms, private.terms_of_before,
  private.word_edge, private.word_terms, public.search to anon, authenticated, service_role;
