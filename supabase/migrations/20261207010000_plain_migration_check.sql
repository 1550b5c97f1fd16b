-- Migrations are checked by rendering releases. Releases of an earlier platform state their reads, which nothing uses: any
-- object is accepted there.

create or replace function shipping.fault_of(release jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  pattern constant text := '^/(:[A-Za-z0-9_]+|[^/:*?%#\s\\]+(/(:[A-Za-z0-9_]+|[^/:*?%#\s\\]+))*(/\*)?)?$';
begin
  if not shipping.is_object(release) or length(release::text) > 500000 then return 'expected an object of at most 500 kB'; end if;
  if coalesce(release ->> 'name' !~ '^mf-[a-z0-9-]{1,57}$', true) then return 'name: expected mf-<name>'; end if;
  if coalesce(release ->> 'version' !~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$', true) then return 'version: expected one like 1.0.0-0a1b2c'; end if;
  if coalesce(jsonb_typeof(release -> 'contract') <> 'number' or release ->> 'contract' !~ '^\d{1,9}$', true) then return 'contract: expected a whole number'; end if;
  if coalesce(jsonb_typeof(release -> 'staffOnly') <> 'boolean', true) then return 'staffOnly: expected true or false'; end if;
  if release -> 'routes' is null or not shipping.are_texts(release -> 'routes', pattern)
    or jsonb_array_length(release -> 'routes') not between 1 and 200 then return 'routes: expected 1 to 200 patterns like / or /post/:slug or /admin/*'; end if;
  if release ? 'resources' and (not shipping.are_texts(release -> 'resources', pattern)
    or jsonb_array_length(release -> 'resources') > 200) then return 'resources: expected at most 200 patterns'; end if;
  if not (shipping.is_release_file(release -> 'entry') and shipping.is_release_file(release -> 'server')
    and shipping.is_release_file(release -> 'manifest')) then return 'entry, server, manifest: expected files with their hashes'; end if;
  if not shipping.is_object(release -> 'chunks') then return 'chunks: expected an object'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk where jsonb_typeof(chunk.value) <> 'array'
  ) then return 'chunks: expected lists of files'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk, jsonb_array_elements(chunk.value) file
    where not shipping.is_release_file(file)
  ) then return 'chunks: expected files with their hashes'; end if;
  if release ? 'query' and not shipping.are_lists(release -> 'query') then return 'query: expected an object with lists of keys'; end if;
  if release ? 'singletons' then
    if not shipping.is_object(release -> 'singletons') then return 'singletons: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'singletons') range where jsonb_typeof(range.value) <> 'string'
    ) then return 'singletons: expected ranges'; end if;
  end if;
  if release ? 'budget' and (jsonb_typeof(release -> 'budget') <> 'number' or (release ->> 'budget')::numeric <= 0) then
    return 'budget: expected a number above 0';
  end if;
  if release ? 'link' and not coalesce(
    shipping.is_object(release -> 'link') and release #>> '{link,label}' ~ '\S' and length(release #>> '{link,label}') <= 60
      and release #>> '{link,place}' in ('menu', 'footer') and release -> 'routes' ? (release #>> '{link,address}'),
    false
  ) then
    return 'link: expected a label of at most 60 characters, the place menu or footer, and one of the routes as address';
  end if;
  if release ? 'protocol' and (jsonb_typeof(release -> 'protocol') <> 'number' or release ->> 'protocol' !~ '^[1-9]\d{0,8}$') then
    return 'protocol: expected a whole number above 0';
  end if;
  if release ? 'reads' and not shipping.is_object(release -> 'reads') then return 'reads: expected an object'; end if;
  return null;
end;
$$;

drop function shipping.are_reads(jsonb);
