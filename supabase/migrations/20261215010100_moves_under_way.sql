-- Moves of the registry hold the rights of their caller. A move waits for others, and meanwhile a token may be revoked, an
-- account lose its rights, or a team its remote.

create function shipping.mover_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
begin
  if token is null then
    perform private.hold_rights((select auth.uid()));
  else
    perform from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8')) for share;
  end if;
  return shipping.deployer_of(token);
end;
$$;
comment on function shipping.mover_of(text) is
  'The caller, as shipping.deployer_of says, whose rights stay until the transaction ends: for whatever writes. Comes before the lock of the registry.';

create function shipping.begin_move(who shipping.deployer, right_name text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the lock, so that a caller without the right waits for no other, and under it, as the remote may have moved.
  perform shipping.expect_right(who, right_name, remote);
  perform shipping.begin_move();
  perform shipping.expect_right(who, right_name, remote);
end;
$$;

create or replace function shipping.expect_fresh_operator(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  who shipping.deployer;
begin
  perform private.hold_rights((select auth.uid()));
  who := shipping.mover_of(token);
  if who.kind <> 'operator' then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return who;
end;
$$;

create or replace function shipping.expect_operators_token(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_fresh_operator(token);
begin
  perform shipping.expect_token(who);
  return who;
end;
$$;

create or replace function shipping.revoke_deploy_token(token text, id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_fresh_operator(token);
  update shipping.deploy_tokens t set revoked_at = coalesce(t.revoked_at, now()) where t.id = revoke_deploy_token.id;
  if not found then
    raise exception using errcode = 'PT404', message = format('There is no token "%s"; its id stands between the underscores.', id);
  end if;
end;
$$;

-- Every operator is asked for above, with its rights held.
drop function shipping.expect_operator(text);

create or replace function shipping.publish_release(token text, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, 'publish', release ->> 'name');
  perform shipping.keep_release(who, release);
end;
$$;

create or replace function shipping.keep_release(who shipping.deployer, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- More than a team builds; a token that was stolen fills no disk.
  most constant integer := 100;
  remote constant text := release ->> 'name';
  named constant text := format('%s@%s', remote, release ->> 'version');
  fault constant text := shipping.fault_of(release);
  known jsonb;
begin
  if fault is not null then
    raise exception using errcode = 'PT400', message = format('This is no release: %s.', fault);
  end if;
  -- Transitions take this lock first, too. The version of the registry stays as long as no live release changes.
  perform from shipping.registry_version for update;
  perform shipping.expect_right(who, 'publish', remote);
  if who.kind <> 'operator' and (
    select count(*) from shipping.releases p where p.published_by = who.name and p.published_at > now() - interval '1 day'
  ) >= most then
    raise exception using errcode = 'PT429', message = format('%s has published %s releases within a day, the most that a token may.', who.name, most);
  end if;
  insert into shipping.remotes (name) values (remote) on conflict do nothing;
  insert into shipping.releases (remote, version, document, published_by)
  values (remote, release ->> 'version', release, who.name) on conflict do nothing;
  select p.document into known
  from shipping.releases p where p.remote = keep_release.release ->> 'name' and p.version = release ->> 'version';
  -- Provenance does not count: the first one stays. Releases of an earlier version hold a signature.
  if known - array['provenance', 'signature'] <> release - array['provenance', 'signature'] then
    raise exception using errcode = 'PT409', message = format('%s is published already, as something else.', named);
  end if;
end;
$$;

create or replace function shipping.prepare_remote(token text, remote text, is_coming boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
begin
  perform shipping.expect_token(who);
  perform shipping.begin_move(who, 'promote', remote);
  insert into shipping.remotes (name) values (remote) on conflict do nothing;
  update shipping.remotes r set
    is_coming = prepare_remote.is_coming,
    slot = case
      when prepare_remote.is_coming then coalesce(r.slot, shipping.next_slot(r.name))
      when r.live is not null then r.slot
    end
  where r.name = remote and (r.live is null or r.is_retired);
end;
$$;

create or replace function shipping.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'promote', remote);
  perform shipping.expect_published(remote, version);
  perform shipping.expect_shipped(who, remote, version);
  perform shipping.expect_tried(who, remote, version);
  if origin is not null or started_from is not null then
    perform shipping.expect_token(who);
  end if;
  if origin is not null then
    perform shipping.expect_origin(who, remote, origin);
  end if;
  select * into before from shipping.remotes r where r.name = remote;
  update shipping.remotes r set
    live = version,
    previous = case
      when r.live is null or r.live = version then r.previous
      else (array[r.live] || array_remove(r.previous, version))[:5]
    end,
    canary = null, canary_percent = null, is_retired = false, is_coming = false,
    slot = coalesce(r.slot, shipping.next_slot(r.name)),
    origin = coalesce(promote_release.origin, r.origin),
    started_from = coalesce(promote_release.started_from, r.started_from)
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  if before.is_retired or before.live is distinct from version or before.canary is not null then
    perform shipping.note_move(who, remote, version, 'promote', null, author, reason);
  end if;
end;
$$;

create or replace function shipping.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'canary', remote);
  if percent is null or percent not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a share from 0 to 100 percent.';
  end if;
  if percent > 25 and who.kind <> 'operator' then
    raise exception using errcode = '42501',
      message = format('%s may make a canary for at most 25 percent; expected a share up to 25, or an operator.', who.name);
  end if;
  if margin not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a margin from 0 to 100 of 100 renders.';
  end if;
  before := shipping.live_remote(remote);
  if before.live = version then
    raise exception using errcode = 'PT409', message = format('%s@%s is live for everybody already', remote, version);
  end if;
  if percent = 0 and before.canary is distinct from version then
    raise exception using errcode = 'PT409',
      message = format('%s@%s is no canary; the canary is %s', remote, version, coalesce(before.canary, 'none'));
  end if;
  perform shipping.expect_published(remote, version);
  perform shipping.expect_shipped(who, remote, version);
  update shipping.remotes r set
    canary = case when percent > 0 then version end,
    canary_percent = nullif(percent, 0),
    canary_margin = case
      when percent = 0 then null
      when r.canary = version then coalesce(canary_release.margin, r.canary_margin)
      else coalesce(canary_release.margin, 5)
    end
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  perform shipping.note_move(who, remote, version, 'canary', percent, author, reason);
end;
$$;

create or replace function shipping.roll_back_remote(token text, remote text, author text, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'promote', remote);
  before := shipping.live_remote(remote);
  if before.previous = '{}' then
    raise exception using errcode = 'PT409',
      message = format('%s has no earlier version than %s to go back to', remote, before.live);
  end if;
  update shipping.remotes r set live = r.previous[1], previous = r.previous[2:], canary = null, canary_percent = null
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  perform shipping.note_move(who, remote, before.previous[1], 'rollback', null, author, reason);
  return before.previous[1];
end;
$$;

create or replace function shipping.retire_remote(token text, remote text, author text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'promote', remote);
  before := shipping.live_remote(remote);
  update shipping.remotes r set is_retired = true, canary = null, canary_percent = null where r.name = remote;
  perform shipping.note_move(who, remote, before.live, 'retire', null, author, reason);
end;
$$;

create or replace function shipping.add_statement(token text, statement jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- More would make the documents long that shells and command lines read. Revocations do not count against permissions.
  most_of_version constant integer := 10;
  most_of_day constant integer := 100;
  who constant shipping.deployer := shipping.mover_of(token);
  remote constant text := statement ->> 'remote';
  version constant text := statement ->> 'version';
  kind constant text := statement ->> 'kind';
  latest constant bigint := (extract(epoch from now() + interval '1 day') * 1000)::bigint;
begin
  perform shipping.expect_token(who);
  perform shipping.begin_move(who, case when kind = 'revoke' then 'promote' else 'publish' end, remote);
  if coalesce(
    kind not in ('allow', 'revoke') or statement ->> 'hash' !~ '^[0-9a-f]{64}$'
      or statement ->> 'signature' !~ '^[A-Za-z0-9_-]{86}$'
      or jsonb_typeof(statement -> 'number') <> 'number' or statement ->> 'number' !~ '^[1-9][0-9]{0,14}$',
    true
  ) then
    raise exception using errcode = 'PT400',
      message = 'This is no statement: expected kind (allow or revoke), hash, number and signature, as pnpm remote sign writes them.';
  end if;
  if (statement ->> 'number')::bigint > latest then
    raise exception using errcode = 'PT400',
      message = format('The number %s is of more than a day from now; expected milliseconds since 1970.', statement ->> 'number');
  end if;
  perform shipping.expect_published(remote, version);
  if (select count(*) from shipping.statements s where s.remote = add_statement.statement ->> 'remote'
    and s.version = add_statement.statement ->> 'version' and s.kind = add_statement.statement ->> 'kind'
    and s.added_by = who.name) >= most_of_version then
    raise exception using errcode = 'PT409',
      message = format('%s has added %s statements about %s@%s, the most that a token may.', who.name, most_of_version, remote, version);
  elsif kind = 'allow' and who.kind <> 'operator' and (
    select count(*) from shipping.statements s
    where s.kind = 'allow' and s.added_by = who.name and s.added_at > now() - interval '1 day'
  ) >= most_of_day then
    raise exception using errcode = 'PT429',
      message = format('%s has added %s statements within a day, the most that a token may.', who.name, most_of_day);
  end if;
  insert into shipping.statements (remote, version, kind, hash, number, signature, added_by)
  values (remote, version, kind, statement ->> 'hash', (statement ->> 'number')::bigint, statement ->> 'signature', who.name)
  on conflict do nothing;
end;
$$;

-- The document that every shell reads has no long address and no deep value: one that overflows a stack cannot be hashed.
create or replace function shipping.is_origin(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    length(address) <= 300
      and address ~ '^(https://[A-Za-z0-9.-]+|http://(127\.0\.0\.1|localhost|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|[A-Za-z][A-Za-z0-9-]*|[A-Za-z0-9.-]+\.(local|lan|internal|home\.arpa)))(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?$'
      and address !~ '/\.\.?(/|$)',
    false
  );
$$;

create or replace function shipping.fault_of(release jsonb) returns text
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

revoke execute on function shipping.mover_of, shipping.begin_move(shipping.deployer, text, text) from public;

-- Others wait while the addresses of a release are compared: of few patterns, and in one pass.
create or replace function shipping.expect_no_clash(remote text) returns void
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
