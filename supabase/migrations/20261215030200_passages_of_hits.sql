-- Passages are found by one pass over a text, and lead to headings of several lines, too.

create function private.word_edge(is_end boolean, has_single boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '(?:(?' || case when is_end then '!' else '<!' end || '[' || private.word_characters() || '])'
    || case when has_single then '|(?=[' || s.single || '])|(?<=[' || s.single || '])' else '' end || ')'
  from (select private.single_characters() as single) s;
$$;
comment on function private.word_edge(boolean, boolean) is 'A pattern of the places where a word begins, or ends.';

-- To compile a pattern of many words takes longer than to look for them: the pattern to the end of a word serves for both.
alter type private.word_patterns drop attribute any_word;
comment on type private.word_patterns is 'Patterns of the beginning of each word of a query, and of any of them to the end of its word.';
create or replace function private.patterns_of(starts text[], has_single boolean) returns private.word_patterns
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

drop function private.search_passage(text, text, text, private.word_patterns, private.word_patterns);
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

create or replace function private.outline(markdown text) returns text
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

create or replace function private.plain_passage(passage text) returns text
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
drop function private.plain_text(text);

create or replace function private.search_rows(
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

revoke execute on all functions in schema private from public;
grant execute on function private.word_edge, private.search_passage to anon, authenticated, service_role;
