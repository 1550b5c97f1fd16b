-- A word in which some of 'ae', 'oe' and 'ue' stand for an umlaut and others do not, as in 'Steuerpruefung', is found, too.
create or replace function private.word_terms(word text) returns tsquery
language sql stable set search_path = ''
as $$
  with recursive spellings (spelling, rest, met) as (
    select '', word, 0
    union all
    -- Each may mean what it says or an umlaut. After four the word is taken as it is.
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
