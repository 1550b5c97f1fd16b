-- Letters that a text has as character references are letters of its words. The functions that every search and every
-- save calls are plpgsql, of which a session keeps the plans; those of SQL functions are made anew for each statement.

create or replace function private.without_comments(markdown text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if strpos(markdown, '<!--') = 0 then
    return markdown;
  end if;
  -- The two shortest comments end where they begin.
  return regexp_replace(replace(replace(markdown, '<!-->', ''), '<!--->', ''), '<!--.*?-->', '', 'g');
end;
$$;

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

create or replace function private.visible_text(written text) returns text
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

create or replace function private.has_single_characters(written text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return written ~ ('[' || private.single_characters() || ']');
end;
$$;

create or replace function private.word_groups(written text) returns text
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

create or replace function private.folded(letters text) returns text
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

create or replace function private.bare(letters text) returns text
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

create or replace function private.words_of(written text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array_remove(
    string_to_array(translate(private.folded(private.word_groups(written)), E'\x01', ' '), ' '), ''
  );
end;
$$;

create or replace function private.is_filler(letters text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return ts_lexize('pg_catalog.german_stem', letters) = '{}'
    or ts_lexize('pg_catalog.german_stem', replace(replace(replace(letters, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')) = '{}'
    or letters in ('wer', 'wem', 'wen', 'warum', 'wann', 'wieso', 'weshalb', 'wozu', 'wofür', 'wofuer', 'womit', 'gibt', 'geht', 'darf');
end;
$$;

-- Batches make the words of texts with references anew. Until then these records are found by the words that they have.
insert into private.search_documents (kind, id, words, published_at)
  select i.kind, i.id, ''::tsvector, i.published_at
  from private.search_index i cross join lateral private.search_texts(i.kind, i.id) t
  where case when strpos(concat_ws(' ', t.title, t.lead, t.content, t.rest), '&') > 0
    then concat_ws(' ', t.title, t.lead, t.content, t.rest) ~ '&#?[[:alnum:]]+;' end
  on conflict do nothing;

revoke execute on all functions in schema private from public;
grant execute on function private.letters_of_references to anon, authenticated, service_role;
