-- Addresses, names and titles are composed (Unicode's form NFC): a Mac types and names files with letters and their marks
-- apart, which look the same, and are another address, another name, and found by no search.

create function private.compose_texts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(t.key, normalize(to_jsonb(new) ->> t.key)) from unnest(tg_argv) as t (key)
  ));
end;
$$;
comment on function private.compose_texts() is 'Stores the columns that it is given in the form NFC.';

create function private.composed_keys(relation oid) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attname in ('slug', 'code', 'name', 'title', 'alt', 'author') and not a.attisdropped;
$$;
comment on function private.composed_keys(oid) is 'The columns of a table that are searched or compared as people typed them.';

do $$
declare
  found record;
begin
  for found in
    select c.relname, private.composed_keys(c.oid) as keys from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('trail', 'sources')
  loop
    continue when found.keys is null;
    execute format(
      'create trigger compose_texts before insert or update on public.%I
         for each row when (%s) execute function private.compose_texts(%s)',
      found.relname,
      (select string_agg(format('new.%I is not nfc normalized', key), ' or ') from unnest(found.keys) key),
      (select string_agg(quote_literal(key), ', ') from unnest(found.keys) key)
    );
  end loop;
end;
$$;

create function private.compose_entry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.entry := (
    select jsonb_object_agg(e.key, case
      -- Stored as they come.
      when e.key in ('excerpt', 'prerequisites') then e.value
      when jsonb_typeof(e.value) = 'string' then to_jsonb(normalize(e.value #>> '{}'))
      when e.key = 'objectives' and jsonb_typeof(e.value) = 'object' then (
        select coalesce(jsonb_object_agg(normalize(o.key), o.value), '{}') from jsonb_each(e.value) o
      )
      else e.value
    end)
    from jsonb_each(new.entry) e
  );
  return new;
end;
$$;
comment on function private.compose_entry() is 'The values of an imported row are compared with those that are stored.';
create trigger compose_entry before insert or update on private.import_rows
  for each row when (new.entry::text is not nfc normalized) execute function private.compose_entry();

-- The state of a deleted row may be older than this migration.
create or replace function private.free_text(relation text, key text, row_id uuid, wanted text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  composed constant text := normalize(wanted);
  candidate text := composed;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from public.%I t where t.%I = $1 and t.id <> $2)', relation, key)
      into taken using candidate, row_id;
    exit when not taken;
    number := number + 1;
    candidate := composed || case when key in ('slug', 'code') then '-' else ' ' end || number;
  end loop;
  return candidate;
end;
$$;

revoke execute on function private.compose_texts, private.composed_keys, private.compose_entry from public;

-- Texts and names of before are compared with composed ones.
create or replace function private.text_of_post(title text, excerpt text, content text) returns text
language sql immutable set search_path = ''
as $$
  -- A word of its own between the parts: a word that moves from one to another is no typo.
  select normalize(concat_ws(E' \x01 ', title, coalesce(excerpt, ''), content));
$$;

create or replace function private.is_name_of(account uuid, text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u where u.id = account and normalize(lower(trim($2))) = any (array[
      normalize(lower(trim(u.raw_user_meta_data ->> 'display_name'))),
      normalize(lower(trim(u.raw_user_meta_data ->> 'full_name'))),
      lower(u.email), lower(split_part(u.email, '@', 1))
    ])
  );
$$;
-- The trail has the name as it was.
insert into private.bylines (post, account, name)
select b.post, b.account, normalize(b.name) from private.bylines b where b.name is not nfc normalized
on conflict do nothing;

-- Rows of before. An address that the composed form has already gets a number: apart from it, it would never be asked for.
-- A row that today's rules refuse stays as it is, and is named.
create temporary table drafts_up_to_date on commit drop as
select d.id from public.drafts d where d.entry >= private.last_entry(d.record_id);

do $$
declare
  found record;
  one uuid;
  is_composed boolean := false;
begin
  for found in
    select c.relname, k.keys,
      (select string_agg(format('%1$I is not nfc normalized', key), ' or ') from unnest(k.keys) key) as is_apart,
      (select string_agg(format('%1$I = private.fit_value(%2$L, id, %1$L, %1$I)', key, c.relname), ', ') from unnest(k.keys) key)
        as composed
    from pg_class c cross join lateral (select private.composed_keys(c.oid) as keys) k
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('trail', 'sources')
      and k.keys is not null
  loop
    for one in execute format('select id from public.%I where %s order by id', found.relname, found.is_apart) loop
      begin
        execute format('update public.%I set %s where id = $1', found.relname, found.composed) using one;
        is_composed := true;
      exception when others then
        raise warning 'public.%, row %: its texts stay decomposed: %', found.relname, one, sqlerrm;
      end;
    end loop;
  end loop;
  -- Composed rows are from before, too.
  if is_composed then
    update public.site set reading_since = clock_timestamp() where reading_since is not null;
  end if;
end;
$$;

-- Their drafts are no conflict.
update public.drafts d set entry = private.last_entry(d.record_id)
from drafts_up_to_date u where u.id = d.id and d.entry < private.last_entry(d.record_id);
