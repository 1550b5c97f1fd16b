-- Address patterns decide which remote owns an address. The cases that test this are in
-- shell/registry/testing/pattern-cases.ts.

create function shipping.pattern_segments(pattern text) returns text[]
language sql immutable set search_path = ''
as $$
  -- Patterns match case-insensitively.
  select string_to_array(lower(pattern collate pg_catalog.pg_c_utf8), '/');
$$;

create function shipping.patterns_meet(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select (cardinality(a) >= cardinality(b) or a[cardinality(a)] = '*')
    and (cardinality(b) >= cardinality(a) or b[cardinality(b)] = '*')
    and not exists (
      select from generate_series(1, least(cardinality(a), cardinality(b))) i
      where a[i] <> b[i] and a[i] !~ '^[:*]' and b[i] !~ '^[:*]'
    )
  from (select shipping.pattern_segments(one) as a, shipping.pattern_segments(other) as b) split;
$$;
comment on function shipping.patterns_meet(text, text) is 'Whether an address exists that both patterns match.';

create function shipping.pattern_rank(pattern text) returns integer
language sql immutable set search_path = ''
as $$
  select sum(1 + case when segment = '*' then -2 when segment like ':%' then 3 when segment = '' then 1 else 10 end)::integer
  from unnest(shipping.pattern_segments(pattern)) segment;
$$;
comment on function shipping.pattern_rank(text) is 'Rank of a pattern in React Router: of two that match an address, the one with the higher rank wins.';

create function shipping.patterns_clash(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select shipping.patterns_meet(one, other) and shipping.pattern_rank(one) = shipping.pattern_rank(other);
$$;
comment on function shipping.patterns_clash(text, text) is
  'Whether an address exists that both patterns match with the same rank.';

-- The placeholders of the specification are pages of mf-blog, and no addresses of the shell.
create function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/assets/*', '/overrides', '/reports',
    '/preview/*', '/llms.txt', '/_data', '/_data/*', '/_pictures/*', '/_site/*'
  ];
$$;
comment on function shipping.shell_addresses() is 'Addresses of the shell itself, as in shell/registry/schema.ts.';

create function shipping.claimed(kind text) returns table (owner text, pattern text)
language sql stable security definer set search_path = ''
as $$
  select distinct r.name, claim.pattern
  from shipping.remotes r
  join shipping.releases p on p.remote = r.name and p.version in (r.live, r.canary)
  cross join lateral jsonb_array_elements_text(coalesce(p.document -> kind, '[]')) claim (pattern)
  where not r.is_retired;
$$;
comment on function shipping.claimed(text) is 'Routes or resources of live releases and canaries, with their remotes.';

-- Others wait while the addresses of a release are compared: of few patterns, and in one pass.
create function shipping.expect_no_clash(remote text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  clash text;
begin
  with claims as materialized (
    select c.*, shipping.pattern_segments(c.pattern) as segments, shipping.pattern_rank(c.pattern) as rank,
      private.is_page_pattern(c.pattern) as is_of_pages
    from (
      select 'page' as what, p.owner, p.pattern from shipping.claimed('routes') p
      union all select 'resource', r.owner, r.pattern from shipping.claimed('resources') r
      union all select 'shell', '', s from unnest(shipping.shell_addresses()) s
    ) c
  ),
  meetings as (
    select o.what, o.owner, o.pattern, o.is_of_pages,
      other.what as other_what, other.owner as other_owner, other.pattern as other_pattern, other.is_of_pages as is_other_of_pages
    from claims o join claims other on case
      when other.what = 'shell' then not o.is_of_pages
      when other.what = o.what then other.owner <> o.owner and other.rank = o.rank
      else true
    end
    where o.owner = remote
      and (cardinality(o.segments) >= cardinality(other.segments) or o.segments[cardinality(o.segments)] = '*')
      and (cardinality(other.segments) >= cardinality(o.segments) or other.segments[cardinality(other.segments)] = '*')
      and not exists (
        select from unnest(o.segments, other.segments) as s (one, two)
        where s.one <> s.two and left(s.one, 1) not in (':', '*') and left(s.two, 1) not in (':', '*')
      )
  ),
  clashes as (
    select 1 as place, format('%s claims %s, but the shell itself answers %s', m.owner, m.pattern, m.other_pattern) as clash
    from meetings m where m.other_what = 'shell'
    union all
    select 2, format('%s claims %s, which %s owns%s', m.owner, m.pattern, m.other_owner,
      case when m.other_pattern <> m.pattern then ' as ' || m.other_pattern else '' end)
    from meetings m where m.other_what = m.what
    union all
    select 3, format('%s claims %s, but %s''s page %s is answered there', m.owner, m.pattern, m.other_owner, m.other_pattern)
    from meetings m where m.what = 'resource' and m.other_what = 'page' and not m.is_other_of_pages
    union all
    select 3, format('%s claims %s, but %s''s page %s is answered there', m.other_owner, m.other_pattern, m.owner, m.pattern)
    from meetings m where m.what = 'page' and m.other_what = 'resource' and not m.is_of_pages
    union all
    -- /all/* matches /all, too.
    select 4, format('%s claims %s, but the page “%s” has the address /%s', o.owner, o.pattern, g.title, g.slug)
    from claims o join public.pages g on o.segments[2] = lower(g.slug collate pg_catalog.pg_c_utf8)
    where o.owner = remote and (cardinality(o.segments) = 2 or cardinality(o.segments) = 3 and o.segments[3] = '*')
  )
  select c.clash into clash from clashes c order by c.place limit 1;
  if clash is not null then
    raise exception using errcode = 'PT409', message = clash;
  end if;
end;
$$;
comment on function shipping.expect_no_clash(text) is
  'Refuses a remote that claims an address of the shell, of another remote or of a page.';

-- Validation: a shell refuses a registry with one malformed entry, so none may get in.

create function shipping.are_texts(document jsonb, form text) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(document) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(document) = 'array' then document else '[]' end) item
    where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ form
  );
$$;

create function shipping.is_release_file(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    document ->> 'path' ~ '^(web|server)(/[A-Za-z0-9_~@+-][A-Za-z0-9_.~@+-]*)+$'
      and document ->> 'integrity' ~ '^sha384-[A-Za-z0-9+/]{64}$'
      and (
        not document ? 'size' or jsonb_typeof(document -> 'size') = 'number' and document ->> 'size' ~ '^[0-9]{1,9}$'
      ),
    false
  );
$$;

create function shipping.is_object(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(document) = 'object', false);
$$;

create function shipping.fault_of(release jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  segment constant text := '[A-Za-z0-9_.~!$&''()+,;=@-]+';
  pattern constant text := format('^/(:[A-Za-z0-9_]+|%1$s(/(:[A-Za-z0-9_]+|%1$s))*(/\*)?)?$', segment);
  -- Of the first plane, without control and format characters, private use and every space but the plain one.
  printable constant text := '[^\u0001-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uD800-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFF\U00010000-\U0010FFFF]';
begin
  if not shipping.is_object(release) or octet_length(release::text) > 500000 then return 'expected an object of at most 500 kB'; end if;
  if jsonb_path_exists(release, 'strict $.**{9}') then return 'expected values that are nested at most 8 deep'; end if;
  if coalesce(release ->> 'name' !~ '^mf-[a-z0-9-]{1,57}$', true) then return 'name: expected mf-<name>'; end if;
  if coalesce(jsonb_typeof(release -> 'version') <> 'string' or release ->> 'version' !~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$', true) then return 'version: expected one like 1.0.0-0a1b2c'; end if;
  if coalesce(jsonb_typeof(release -> 'contract') <> 'number' or release ->> 'contract' !~ '^[0-9]{1,9}$', true) then return 'contract: expected a whole number'; end if;
  if coalesce(jsonb_typeof(release -> 'staffOnly') <> 'boolean', true) then return 'staffOnly: expected true or false'; end if;
  if release -> 'routes' is null or not shipping.are_texts(release -> 'routes', pattern)
    or jsonb_array_length(release -> 'routes') not between 1 and 100 then return 'routes: expected 1 to 100 patterns of ASCII characters like / or /post/:slug or /admin/*'; end if;
  if release ? 'resources' and (not shipping.are_texts(release -> 'resources', pattern)
    or jsonb_array_length(release -> 'resources') > 50) then return 'resources: expected at most 50 patterns of ASCII characters'; end if;
  if exists (
    select from jsonb_array_elements_text((release -> 'routes') || coalesce(release -> 'resources', '[]')) address
    where length(address) > 200 or address ~ '^/sitemap-[^/]*$'
  ) then return 'routes, resources: expected patterns of at most 200 characters; /sitemap-1.xml and the like are the shell''s'; end if;
  if not (shipping.is_release_file(release -> 'entry') and shipping.is_release_file(release -> 'server')
    and shipping.is_release_file(release -> 'manifest')) then return 'entry, server, manifest: expected files with their hashes'; end if;
  if not shipping.are_keys(release -> 'chunks') then return 'chunks: expected an object with names of ASCII characters'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk where jsonb_typeof(chunk.value) <> 'array'
  ) then return 'chunks: expected lists of files'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk, jsonb_array_elements(chunk.value) file
    where not shipping.is_release_file(file)
  ) then return 'chunks: expected files with their hashes'; end if;
  if release ? 'query' and not (shipping.are_keys(release -> 'query') and shipping.are_lists(release -> 'query')) then
    return 'query: expected an object with lists of keys';
  end if;
  if release ? 'singletons' then
    if not shipping.are_keys(release -> 'singletons') then return 'singletons: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'singletons') range where jsonb_typeof(range.value) <> 'string'
    ) then return 'singletons: expected ranges'; end if;
  end if;
  if release ? 'budget' and (
    jsonb_typeof(release -> 'budget') <> 'number' or (release ->> 'budget')::numeric not between 0.001 and 100000
  ) then
    return 'budget: expected a number of kB above 0, up to 100000';
  end if;
  if release ? 'link' and not coalesce(
    shipping.is_object(release -> 'link') and jsonb_typeof(release #> '{link,label}') = 'string'
      and release #>> '{link,label}' ~ ('^' || printable || '{1,60}$')
      and release #>> '{link,label}' !~ '^ | $'
      and release #>> '{link,place}' in ('menu', 'footer') and release -> 'routes' ? (release #>> '{link,address}'),
    false
  ) then
    return 'link: expected a label of at most 60 printable characters, the place menu or footer, and one of the routes as address';
  end if;
  if release ? 'protocol' and (jsonb_typeof(release -> 'protocol') <> 'number' or release ->> 'protocol' !~ '^[1-9][0-9]{0,8}$') then
    return 'protocol: expected a whole number above 0';
  end if;
  if release ? 'reads' and not shipping.is_object(release -> 'reads') then return 'reads: expected an object'; end if;
  return null;
end;
$$;
comment on function shipping.fault_of(jsonb) is
  'The first fault of a release; null for none. It accepts less than shell/registry/schema.ts does.';

-- Parts of transitions.

create function shipping.one_line(said text) returns text
language sql immutable set search_path = ''
as $$
  select left(btrim(regexp_replace(coalesce(said, ''), '[[:cntrl:]\s]+', ' ', 'g')), 500);
$$;
comment on function shipping.one_line(text) is 'A text for one line of a terminal, without control characters.';

create function shipping.check_addresses(token text, remote text, version text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  perform shipping.expect_published(remote, version);
  begin
    update shipping.remotes r set live = check_addresses.version, is_retired = false where r.name = remote;
    perform shipping.expect_no_clash(remote);
    raise exception using errcode = 'KI000';
  exception when sqlstate 'KI000' then
    -- The savepoint took the update back.
    null;
  end;
end;
$$;
comment on function shipping.check_addresses(text, text, text) is
  'For teams, shells and operators: refuses a published version that claims an address of the shell or of another remote.';
select private.expose('shipping.check_addresses', 'anon', 'authenticated');

-- A shell refuses a registry with a malformed release, so publishing refuses one whose reads or protocol are malformed.

create function shipping.are_lists(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select shipping.is_object(document) and not exists (
    select from jsonb_each(case when shipping.is_object(document) then document else '{}' end) list
    where not shipping.are_texts(list.value, '')
  );
$$;

-- The alphabet of a release is smaller than what a shell accepts: ASCII in patterns and keys, printable characters in
-- labels, bounded numbers. Whatever the database accepts, each shell serves.

create function shipping.are_keys(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select shipping.is_object(document) and not exists (
    select from jsonb_object_keys(case when shipping.is_object(document) then document else '{}' end) key
    where key !~ '^[A-Za-z0-9@/.][A-Za-z0-9@/._:*~$+-]{0,199}$'
  );
$$;
