-- One rule for words, used for texts and queries alike. Neither the parser of the text search nor a character class of
-- the database's locale has a say: under the locale C these know no letter beyond ASCII.

create function private.without_comments(markdown text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  -- The two shortest comments end where they begin.
  select case when strpos(markdown, '<!--') > 0
    then regexp_replace(replace(replace(markdown, '<!-->', ''), '<!--->', ''), '<!--.*?-->', '', 'g')
    else markdown end;
$$;
comment on function private.without_comments(text) is 'A Markdown text without what it says to its authors.';

create function private.visible_text(written text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    -- Without what stands between a letter and its accent.
    case when v.visible is nfc normalized then v.visible else normalize(v.visible, nfc) end,
    -- Accents for which there is no composed letter.
    '[\u0300-\u036F]+', '', 'g'
  )
  from (
    select regexp_replace(
      written,
      -- Soft hyphens, joiners, marks of direction, and variation selectors.
      '&(shy|zwj|zwnj|#173|#xAD);|[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+',
      '', 'g'
    ) as visible
  ) v;
$$;
comment on function private.visible_text(text) is 'A text with its letters composed, and without characters that nobody sees.';

create function private.word_characters() returns text
language sql immutable parallel safe set search_path = ''
as $$
  -- The class of letters and ASCII digits, and the digits of all other scripts.
  select '[:alnum:]'
    '\u0660-\u0669\u06F0-\u06F9\u07C0-\u07C9\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF'
    '\u0B66-\u0B6F\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F\u0DE6-\u0DEF\u0E50-\u0E59'
    '\u0ED0-\u0ED9\u0F20-\u0F29\u1040-\u1049\u1090-\u1099\u17E0-\u17E9\u1810-\u1819\u1946-\u194F'
    '\u19D0-\u19D9\u1A80-\u1A89\u1A90-\u1A99\u1B50-\u1B59\u1BB0-\u1BB9\u1C40-\u1C49\u1C50-\u1C59'
    '\uA620-\uA629\uA8D0-\uA8D9\uA900-\uA909\uA9D0-\uA9D9\uA9F0-\uA9F9\uAA50-\uAA59\uABF0-\uABF9'
    '\uFF10-\uFF19\U000104A0-\U000104A9\U00010D30-\U00010D39\U00011066-\U0001106F\U000110F0-\U000110F9'
    '\U00011136-\U0001113F\U000111D0-\U000111D9\U000112F0-\U000112F9\U00011450-\U00011459'
    '\U000114D0-\U000114D9\U00011650-\U00011659\U000116C0-\U000116C9\U00011730-\U00011739'
    '\U000118E0-\U000118E9\U00011950-\U00011959\U00011C50-\U00011C59\U00011D50-\U00011D59'
    '\U00011DA0-\U00011DA9\U00016A60-\U00016A69\U00016AC0-\U00016AC9\U00016B50-\U00016B59'
    '\U0001D7CE-\U0001D7FF\U0001E140-\U0001E149\U0001E2F0-\U0001E2F9\U0001E950-\U0001E959'
    '\U0001FBF0-\U0001FBF9';
$$;
comment on function private.word_characters() is 'The inside of a character class for patterns: letters and digits. Needs the collation pg_c_utf8.';

create function private.single_characters() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF';
$$;
comment on function private.single_characters() is
  'The inside of a character class for patterns: characters of scripts without blanks, of which each is a word.';

create function private.has_single_characters(written text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select written ~ ('[' || private.single_characters() || ']');
$$;
comment on function private.has_single_characters(text) is
  'Whether patterns have to know them: a class of so many characters takes its time, and few texts have any.';

create function private.word_begins(has_single boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '(?:(?<![' || private.word_characters() || '])'
    || case when has_single then '|(?=[' || s.single || '])|(?<=[' || s.single || '])' else '' end || ')'
  from (select private.single_characters() as single) s;
$$;
comment on function private.word_begins(boolean) is 'A pattern of the places where a word begins.';

create function private.word_ends(has_single boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '(?:(?![' || private.word_characters() || '])'
    || case when has_single then '|(?=[' || s.single || '])|(?<=[' || s.single || '])' else '' end || ')'
  from (select private.single_characters() as single) s;
$$;
comment on function private.word_ends(boolean) is 'A pattern of the places where a word ends.';

create function private.rest_of_word(has_single boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when has_single
    then '(?:(?<![' || s.single || '])(?:(?![' || s.single || '])[' || private.word_characters() || '])+)?'
    else '[' || private.word_characters() || ']*' end
  from (select private.single_characters() as single) s;
$$;
comment on function private.rest_of_word(boolean) is 'A pattern of what follows the beginning of a word.';

create function private.word_groups(written text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(
      -- Scripts without blanks: each character is a word.
      regexp_replace(
        lower(private.visible_text(written) collate pg_catalog.pg_c_utf8),
        '([' || private.single_characters() || '])', E' \\1 ', 'g'
      ),
      '(?<=[' || c.word || '])[^' || c.word || '\s]{1,2}(?=[' || c.word || '])', E'\x01', 'g'
    ) collate pg_catalog.pg_c_utf8,
    '[^' || c.word || '\x01]+', ' ', 'g'
  )
  from (select private.word_characters() as word) c;
$$;
comment on function private.word_groups(text) is
  'Words, divided by blanks, or by U+0001 where no more than two other characters and no blank join them, as in Wort-Wort, Wort*innen or bericht.docx.';

create function private.folded(letters text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when letters ~ '^[\x01-\x7F]*$' then letters else normalize(
    regexp_replace(
      normalize(
        translate(
          replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
            letters, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
            'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬀ', 'ff'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'),
          'ςıłđø', 'σildo'
        ),
        nfd
      ),
      '[\u0300-\u036F]+', '', 'g'
    ),
    nfc
  ) end;
$$;
comment on function private.folded(text) is 'Small letters with ae, oe, ue and ss for ä, ö, ü and ß, and without accents.';

create function private.bare(letters text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    case when letters ~ '^[\x01-\x7F]*$' then letters else private.folded(translate(letters, 'äöü', 'aou')) end,
    -- No umlaut is spelled out in neue, Frauen, Steuer or Quelle.
    '(a|o|(?<![aeq])u)e', '\1', 'g'
  );
$$;
comment on function private.bare(text) is 'Small letters with a, o, u and ss for ä, ö, ü and ß, spelled out or not, as stems have them.';

create function private.words_of(written text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_remove(
    string_to_array(translate(private.folded(private.word_groups(written)), E'\x01', ' '), ' '), ''
  );
$$;
comment on function private.words_of(text) is 'The folded words of a text in their order. Words that are joined are apart.';

create function private.is_filler(letters text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select ts_lexize('pg_catalog.german_stem', letters) = '{}'
    or ts_lexize('pg_catalog.german_stem', replace(replace(replace(letters, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')) = '{}'
    or letters in ('wer', 'wem', 'wen', 'warum', 'wann', 'wieso', 'weshalb', 'wozu', 'wofür', 'wofuer', 'womit', 'gibt', 'geht', 'darf');
$$;
comment on function private.is_filler(text) is 'Whether a word says nothing of what somebody looks for.';

create function private.words_index(written text, weight "char", most integer, out vector tsvector, out words text[])
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  groups text;
  letters text[];
  joins boolean[];
  places text[];
  lexemes text;
begin
  if written = '' then
    vector := '';
    return;
  end if;
  groups := private.word_groups(written);
  with all_words as (
    select p.word, p.place, false as is_joined
    from string_to_table(translate(groups, E'\x01', ' '), ' ') with ordinality as p (word, place)
    union all
    -- Joined words also as one: each with the next, and all of them.
    select j.word, g.place + j.number - 1, true
    from (
      select s.joined, s.parts, 1 + coalesce(sum(greatest(cardinality(s.parts), 1)) over (
        order by s.number rows between unbounded preceding and 1 preceding
      ), 0) as place
      from (
        select t.joined, t.number, string_to_array(t.joined, E'\x01') as parts
        from string_to_table(groups, ' ') with ordinality as t (joined, number)
      ) s
    ) g
    cross join lateral (
      -- An element of a text array would be found by walking from its first one.
      select p.word || lead(p.word) over (order by p.number) as word, p.number
      from unnest(g.parts) with ordinality as p (word, number)
      union all
      select replace(g.joined, E'\x01', ''), 1 where cardinality(g.parts) between 3 and 8
    ) j
    where strpos(g.joined, E'\x01') > 0 and j.word is not null
  ),
  found as (
    -- A longer word is found by its beginning. PostgreSQL counts no further than this place.
    select left(s.word, 100) as word, min(s.place) as first, bool_and(s.is_joined) as is_joined,
      coalesce(string_agg(s.place::text, ',') filter (where s.place < 16383), '16383') as places
    from all_words s where s.word <> '' group by 1
  )
  select array_agg(f.word order by f.first), array_agg(f.is_joined order by f.first), array_agg(f.places order by f.first)
    into letters, joins, places
  from found f;

  -- All words are folded at once, since a function call for each would take most of the time.
  with forms as materialized (
    select w.*, (ts_lexize('pg_catalog.german_stem', w.folded))[1] as stem,
      case when w.bare <> w.folded then (ts_lexize('pg_catalog.german_stem', w.bare))[1] end as bare_stem,
      ts_lexize('pg_catalog.german_stem', w.letters) <> '{}' as has_stem
    from unnest(
      letters, joins, string_to_array(private.folded(array_to_string(letters, ' ')), ' '),
      string_to_array(private.bare(array_to_string(letters, ' ')), ' '), places
    ) with ordinality as w (letters, is_joined, folded, bare, places, number)
  ),
  lexemes_of_words as (
    select f.number, f.places, unnest(array[
      f.folded, nullif(f.bare, f.folded),
      case when f.has_stem and f.stem not in (f.folded, f.bare) then f.stem end,
      case when f.has_stem and f.bare_stem not in (f.folded, f.bare) and f.bare_stem is distinct from f.stem then f.bare_stem end
    ]) as lexeme
    from forms f
  ),
  found as (
    select s.lexeme, min(s.number) as first, string_agg(s.places, ',') as places
    from lexemes_of_words s where s.lexeme is not null group by 1
  ),
  -- A vector holds no more than a megabyte.
  within_limit as (
    select f.*, sum(octet_length(f.lexeme) + 6 + least(octet_length(f.places) / 2, 512)) over (order by f.first, f.lexeme) as bytes
    from found f
  )
  select (select string_agg(b.lexeme || ':' || b.places, ' ') from within_limit b where b.bytes < most),
    (select array_agg(distinct f.folded) from forms f where not f.is_joined)
    into lexemes, words;
  vector := setweight(coalesce(lexemes, '')::tsvector, weight);
end;
$$;
comment on function private.words_index(text, "char", integer) is
  'The words of a text for the index: each folded, without the dots of its umlauts, and both as stems. Takes no more bytes than `most`. `words` are the folded words, each once.';

revoke execute on all functions in schema private from public;
grant execute on function
  private.without_comments, private.visible_text, private.word_characters, private.single_characters, private.has_single_characters,
  private.word_begins, private.word_ends, private.rest_of_word, private.word_groups, private.folded, private.bare, private.words_of
  to anon, authenticated, service_role;
