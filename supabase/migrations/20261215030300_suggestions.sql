-- A search without a hit asks for the hits of each word once, and a suggestion reads the texts of a candidate once.

drop function private.word_begins(boolean), private.word_ends(boolean);

-- The weights leave out names of authors.
create or replace function private.written_as(word text) returns text
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

create or replace function private.similar_word(query_word text) returns text
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

drop function private.search_suggestion(text);
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

drop function private.words_with_hits(tsquery[], integer[]);
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

create or replace function public.search(query text, max_hits integer default 20)
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

revoke execute on all functions in schema private from public;
grant execute on function private.has_public_hit, private.words_with_hits, private.search_suggestion to anon, authenticated, service_role;
