-- A sign-off holds for typing errors that make no other word: a letter that replaces another makes one too often, in long
-- words and in names, and so do two vowels that change places (Riese, Reise) and an added letter (waren, warnen).

create or replace function private.is_typo(signed text, stored text) returns boolean
language sql immutable set search_path = ''
as $$
  with words as (
    select
      -- Kinds of quotation marks and of dashes are one.
      translate(signed, '„“”»«‚‘’''–—', '"""""''''''''--') as signed,
      translate(stored, '„“”»«‚‘’''–—', '"""""''''''''--') as stored
  ),
  letters as (
    select
      lower(regexp_replace(w.signed, '[^[:alpha:]]', '', 'g')) as before,
      lower(regexp_replace(w.stored, '[^[:alpha:]]', '', 'g')) as after,
      -- It may be a name.
      (w.signed || ' ' || w.stored) ~ '(^|\s)[^[:alpha:]]*[[:upper:]]' as is_capital,
      -- Markdown, a question and a quotation.
      regexp_replace(w.signed, '[[:alpha:].,;:!…()-]', '', 'g') as marks_before,
      regexp_replace(w.stored, '[[:alpha:].,;:!…()-]', '', 'g') as marks_after
    from words w
  ),
  same as (
    select i from letters l cross join lateral generate_series(0, least(length(l.before), length(l.after))) i
  ),
  start as (
    select max(s.i) as size from same s cross join letters l where left(l.before, s.i) = left(l.after, s.i)
  ),
  tail as (
    select max(s.i) as size from same s cross join letters l cross join start
    where s.i <= least(length(l.before), length(l.after)) - start.size and right(l.before, s.i) = right(l.after, s.i)
  ),
  middle as (
    select
      substr(l.before, start.size + 1, length(l.before) - start.size - tail.size) as before,
      substr(l.after, start.size + 1, length(l.after) - start.size - tail.size) as after,
      substr(l.before, start.size, 1) as letter
    from letters l cross join start cross join tail
  )
  select case
    when greatest(length(signed), length(stored)) > 100 then false
    -- Letters between punctuation: no number, no address, no link.
    when (signed || ' ' || stored) !~ '^([^[:alnum:]\s/@<>\[\]]*[[:alpha:]]([[:alpha:]''’-]*[[:alpha:]])?[^[:alnum:]\s/@<>\[\]]*( |$)){2}$'
      then false
    else (
      select l.marks_before = l.marks_after
        and least(length(l.before), length(l.after)) >= 4
        and left(l.before, 1) = left(l.after, 1)
        and not l.before || ' ' || l.after ~ '\m(k?ein(e[mnrs]?)?|nicht|nichts|nie|niemals|niemand(e[mn])?|nirgend(s|wo)|ohne|weder|nein|none|never|without)\M'
        -- Ihnen is not ihnen.
        and not l.before ~ '^ihr(e[mnrs]?|en)?$|^ihnen$'
        and case
          -- Case and punctuation.
          when length(m.before || m.after) = 0 then true
          -- Two letters that changed places, of which one is no vowel.
          when length(m.before) = 2 and m.before = reverse(m.after) then m.before !~ '^[aeiouyäöü]{2}$'
          -- A letter that is there twice, or only once.
          when length(m.before || m.after) = 1 then
            not l.is_capital and least(length(l.before), length(l.after)) >= 7 and m.before || m.after = m.letter
          else false
        end
      from letters l cross join middle m
    )
  end;
$$;
comment on function private.is_typo(text, text) is
  'Whether two different words are spellings of one: at least 4 letters and no digit in both, the same first letter and marks, no negation, and either the same letters, two neighbours that changed places, not both vowels, or in a long word without a capital one letter that is there twice or once.';

-- A copy looks like its original, however its spaces and its accents are written.
create or replace function private.hash_of_content(content text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(
    regexp_replace(normalize(private.seen_text(content), NFC), '[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]', '', 'g'), 'UTF8'
  ));
$$;

-- Labels of posts whose sign-off held for such a change.
update public.posts p set ai = 'generated'
where p.ai = 'assisted' and private.ai_of(p.id, p.title, p.excerpt, p.content) = 'generated';
