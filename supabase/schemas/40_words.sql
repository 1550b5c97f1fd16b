-- One rule for words, used for texts and queries alike. Neither the parser of the text search nor a character class of
-- the database's locale has a say: under the locale C these know no letter beyond ASCII.

create function private.visible_text(written text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  visible text := written;
begin
  -- Few texts have any of these: references, soft hyphens, and whatever composes, is an accent or is not seen.
  if written !~ '[&\u00AD\u0300-\u200F\u2028-\u202E\u205F-\u20AB\u20AD-\U0010FFFF]' then
    return written;
  end if;
  if strpos(written, '&') > 0 then
    visible := private.letters_of_references(written);
  end if;
  visible := regexp_replace(
    visible,
    -- Soft hyphens, joiners, marks of direction, and variation selectors.
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+',
    '', 'g'
  );
  -- Without what stands between a letter and its accent.
  if visible is not nfc normalized then
    visible := normalize(visible, nfc);
  end if;
  -- Accents for which there is no composed letter.
  return regexp_replace(visible, '[\u0300-\u036F]+', '', 'g');
end;
$$;
comment on function private.visible_text(text) is
  'A text with its letters composed, also those of character references, and without characters that nobody sees.';

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
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return written ~ ('[' || private.single_characters() || ']');
end;
$$;
comment on function private.has_single_characters(text) is
  'Whether patterns have to know them: a class of so many characters takes its time, and few texts have any.';

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
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  letters text := lower(private.visible_text(written) collate pg_catalog.pg_c_utf8);
begin
  -- Scripts without blanks: each character is a word.
  if private.has_single_characters(letters) then
    letters := regexp_replace(letters, '([' || private.single_characters() || '])', E' \\1 ', 'g');
  end if;
  letters := regexp_replace(
    letters collate pg_catalog.pg_c_utf8,
    '(?<=[' || private.word_characters() || '])[^' || private.word_characters() || '\s]{1,2}(?=[' || private.word_characters() || '])',
    E'\x01', 'g'
  );
  return regexp_replace(letters collate pg_catalog.pg_c_utf8, '[^' || private.word_characters() || '\x01]+', ' ', 'g');
end;
$$;
comment on function private.word_groups(text) is
  'Words, divided by blanks, or by U+0001 where no more than two other characters and no blank join them, as in Wort-Wort, Wort*innen or bericht.docx.';

create function private.folded(letters text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  plain text;
begin
  if letters ~ '^[\x01-\x7F]*$' then
    return letters;
  end if;
  plain := translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      letters, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬀ', 'ff'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'),
    'ςıłđø', 'σildo'
  );
  -- To normalize takes most of the time, and few words have other letters.
  if plain ~ '^[\x01-\x7F]*$' then
    return plain;
  end if;
  return normalize(regexp_replace(normalize(plain, nfd), '[\u0300-\u036F]+', '', 'g'), nfc);
end;
$$;
comment on function private.folded(text) is 'Small letters with ae, oe, ue and ss for ä, ö, ü and ß, and without accents.';

create function private.bare(letters text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return regexp_replace(
    case when letters ~ '^[\x01-\x7F]*$' then letters else private.folded(translate(letters, 'äöü', 'aou')) end,
    -- No umlaut is spelled out in neue, Frauen, Steuer or Quelle.
    '(a|o|(?<![aeq])u)e', '\1', 'g'
  );
end;
$$;
comment on function private.bare(text) is 'Small letters with a, o, u and ss for ä, ö, ü and ß, spelled out or not, as stems have them.';

create function private.words_of(written text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array_remove(
    string_to_array(translate(private.folded(private.word_groups(written)), E'\x01', ' '), ' '), ''
  );
end;
$$;
comment on function private.words_of(text) is 'The folded words of a text in their order. Words that are joined are apart.';

create function private.is_filler(letters text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return ts_lexize('pg_catalog.german_stem', letters) = '{}'
    or ts_lexize('pg_catalog.german_stem', replace(replace(replace(letters, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')) = '{}'
    or letters in ('wer', 'wem', 'wen', 'warum', 'wann', 'wieso', 'weshalb', 'wozu', 'wofür', 'wofuer', 'womit', 'gibt', 'geht', 'darf');
end;
$$;
comment on function private.is_filler(text) is 'Whether a word says nothing of what somebody looks for.';

create function private.words_index(written text, weight "char", most integer, out vector tsvector, out words text[])
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

create function private.letters_of_references(written text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  accents constant jsonb :=
    '{"grave": 768, "acute": 769, "circ": 770, "tilde": 771, "macr": 772, "breve": 774, "uml": 776, "ring": 778, "dblac": 779, "caron": 780, "cedil": 807, "ogon": 808}';
  letters constant jsonb :=
    '{"szlig": "ß", "AElig": "Æ", "aelig": "æ", "OElig": "Œ", "oelig": "œ", "Oslash": "Ø", "oslash": "ø", "ETH": "Ð", "eth": "ð", "THORN": "Þ", "thorn": "þ",
      "Lstrok": "Ł", "lstrok": "ł", "Dstrok": "Đ", "dstrok": "đ", "Cdot": "Ċ", "cdot": "ċ", "Edot": "Ė", "edot": "ė", "Gdot": "Ġ", "gdot": "ġ", "Idot": "İ",
      "Zdot": "Ż", "zdot": "ż", "imath": "ı", "inodot": "ı", "ENG": "Ŋ", "eng": "ŋ", "micro": "µ", "ordf": "ª", "ordm": "º", "sup1": "¹", "sup2": "²", "sup3": "³",
      "frac12": "½", "frac14": "¼", "frac34": "¾", "fnof": "ƒ", "filig": "ﬁ", "fllig": "ﬂ", "fflig": "ﬀ", "ffilig": "ﬃ", "ffllig": "ﬄ",
      "Alpha": "Α", "Beta": "Β", "Gamma": "Γ", "Delta": "Δ", "Epsilon": "Ε", "Zeta": "Ζ", "Eta": "Η", "Theta": "Θ", "Iota": "Ι", "Kappa": "Κ", "Lambda": "Λ", "Mu": "Μ",
      "Nu": "Ν", "Xi": "Ξ", "Omicron": "Ο", "Pi": "Π", "Rho": "Ρ", "Sigma": "Σ", "Tau": "Τ", "Upsilon": "Υ", "Phi": "Φ", "Chi": "Χ", "Psi": "Ψ", "Omega": "Ω",
      "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
      "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ", "sigma": "σ", "sigmaf": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
      "shy": "", "zwj": "", "zwnj": ""}';
begin
  return (
    select substr(string_agg(
      case when l.letter is null then '&' || p.piece else l.letter || substr(p.piece, length(r.name) + 2) end, '' order by p.number
    ), 2)
    from string_to_table(written, '&') with ordinality as p (piece, number)
    cross join lateral (select case when p.number > 1 then substring(p.piece from '^(#?[A-Za-z0-9]{2,8});') end as name) r
    cross join lateral (
      select case
        when r.name ~ '^#[0-9]+$' then substr(r.name, 2)::integer
        when r.name ~ '^#[xX][0-9A-Fa-f]+$' then ('x' || lpad(substr(r.name, 3), 8, '0'))::bit(32)::integer
        when accents ? substr(r.name, 2) then (accents ->> substr(r.name, 2))::integer
      end as code
    ) c
    cross join lateral (
      select case
        when letters ? r.name then letters ->> r.name
        -- Markdown has a meaning for ASCII alone. There are no characters between these ranges.
        when c.code between 128 and 55295 or c.code between 57344 and 1114111
          then case when r.name like '#%' then '' else left(r.name, 1) end || chr(c.code)
      end as letter
    ) l
  );
end;
$$;
comment on function private.letters_of_references(text) is
  'A Markdown text with letters, accents and characters that nobody sees in place of their references, such as &auml; or &#228;. The names are those of Latin and Greek letters.';

grant execute on function private.bare, private.folded, private.has_single_characters, private.letters_of_references,
  private.rest_of_word, private.single_characters, private.visible_text, private.word_characters, private.word_groups,
  private.words_of to anon, authenticated, service_role;
