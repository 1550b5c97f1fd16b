-- A session that moves what is live, ends a token or names people shows a sign-in of the last 15 minutes. It is demanded
-- where a session becomes a caller of the registry, so that no function can forget it.
create or replace function shipping.deployer_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  found shipping.deploy_tokens;
  who shipping.deployer;
begin
  if token is not null then
    select * into found from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    elsif found.kind = 'pictures' then
      raise exception using errcode = '42501', message = 'This token is for the sizes of pictures only.';
    elsif found.kind = 'sources' then
      raise exception using errcode = '42501', message = 'This token is for reading sources only.';
    end if;
    perform shipping.note_use(found);
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id), null
    )::shipping.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from shipping.team_members m where m.account = s.user_id),
    array['canary', 'promote'],
    u.email,
    s.user_id
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = caller;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  -- With the second factor of the account.
  perform private.expect_fresh_sign_in();
  return who;
end;
$$;
comment on function shipping.deployer_of(text) is
  'The caller with this token, or with null the account of the session; refuses callers without a right to ship, and a session whose sign-in is older than 15 minutes.';

create or replace function shipping.expect_fresh_operator(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_rights((select auth.uid()));
  -- Where a token grants, its row is held: a token that is revoked meanwhile grants nothing.
  perform from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8')) for share;
  return shipping.expect_operator(token);
end;
$$;
comment on function shipping.expect_fresh_operator(text) is
  'Refuses a caller who is not an operator, and holds the caller''s rights: for what grants something.';

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

create or replace function shipping.fault_of(release jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  segment constant text := '[A-Za-z0-9_.~!$&''()+,;=@-]+';
  pattern constant text := format('^/(:[A-Za-z0-9_]+|%1$s(/(:[A-Za-z0-9_]+|%1$s))*(/\*)?)?$', segment);
  -- Of the first plane, without control and format characters, private use and every space but the plain one.
  printable constant text := '[^\u0001-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uD800-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFF\U00010000-\U0010FFFF]';
begin
  if not shipping.is_object(release) or length(release::text) > 500000 then return 'expected an object of at most 500 kB'; end if;
  if coalesce(release ->> 'name' !~ '^mf-[a-z0-9-]{1,57}$', true) then return 'name: expected mf-<name>'; end if;
  if coalesce(jsonb_typeof(release -> 'version') <> 'string' or release ->> 'version' !~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$', true) then return 'version: expected one like 1.0.0-0a1b2c'; end if;
  if coalesce(jsonb_typeof(release -> 'contract') <> 'number' or release ->> 'contract' !~ '^[0-9]{1,9}$', true) then return 'contract: expected a whole number'; end if;
  if coalesce(jsonb_typeof(release -> 'staffOnly') <> 'boolean', true) then return 'staffOnly: expected true or false'; end if;
  if release -> 'routes' is null or not shipping.are_texts(release -> 'routes', pattern)
    or jsonb_array_length(release -> 'routes') not between 1 and 200 then return 'routes: expected 1 to 200 patterns of ASCII characters like / or /post/:slug or /admin/*'; end if;
  if release ? 'resources' and (not shipping.are_texts(release -> 'resources', pattern)
    or jsonb_array_length(release -> 'resources') > 200) then return 'resources: expected at most 200 patterns of ASCII characters'; end if;
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

create or replace function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/assets/*', '/overrides', '/reports', '/preview/*',
    '/llms.txt', '/_data', '/_data/*', '/_pictures/*', '/_site/*'
  ];
$$;

-- Statements. The database verifies none, so that none may weigh on others: a number is of the clock, and the statements
-- of a token count against this token alone.
alter table shipping.statements add column added_by text;
comment on column shipping.statements.added_by is 'The token that added it; null for statements of before.';

create or replace function shipping.add_statement(token text, statement jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- More would make the document that every shell reads long.
  most constant integer := 10;
  who constant shipping.deployer := shipping.deployer_of(token);
  remote constant text := statement ->> 'remote';
  version constant text := statement ->> 'version';
  kind constant text := statement ->> 'kind';
  latest constant bigint := (extract(epoch from now() + interval '1 day') * 1000)::bigint;
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, case when kind = 'revoke' then 'promote' else 'publish' end, remote);
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
  perform shipping.begin_move();
  perform shipping.expect_published(remote, version);
  if (select count(*) from shipping.statements s where s.remote = add_statement.statement ->> 'remote'
    and s.version = add_statement.statement ->> 'version' and s.kind = add_statement.statement ->> 'kind'
    and s.added_by = who.name) >= most then
    raise exception using errcode = 'PT409',
      message = format('%s has added %s statements about %s@%s, the most that a token may.', who.name, most, remote, version);
  end if;
  insert into shipping.statements (remote, version, kind, hash, number, signature, added_by)
  values (remote, version, kind, statement ->> 'hash', (statement ->> 'number')::bigint, statement ->> 'signature', who.name)
  on conflict do nothing;
end;
$$;

create or replace function shipping.read_release(token text, remote text, version text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  return jsonb_strip_nulls(jsonb_build_object(
    'release', (
      select p.document from shipping.releases p where p.remote = read_release.remote and p.version = read_release.version
    ),
    'statements', shipping.statements_of(remote, array[version]),
    -- Of all versions: the caller verifies them, and takes the highest number of those that its keys signed.
    'all_statements', (
      select jsonb_agg(jsonb_build_object(
        'version', s.version, 'kind', s.kind, 'hash', s.hash, 'number', s.number, 'signature', s.signature
      ) order by s.id)
      from shipping.statements s where s.remote = read_release.remote
    ),
    -- For command lines of before, which verify none.
    'highest', (
      select max(s.number) from shipping.statements s
      where s.remote = read_release.remote and s.number <= (extract(epoch from now() + interval '1 day') * 1000)::bigint
    ),
    'versions', (
      select coalesce(jsonb_agg(newest.version order by newest.published_at desc), '[]')
      from (
        select p.version, p.published_at from shipping.releases p where p.remote = read_release.remote
        order by p.published_at desc limit 20
      ) newest
    )
  ));
end;
$$;

create function shipping.prune_statements(token text, remote text, signatures text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  perform shipping.expect_operators_token(token);
  perform shipping.begin_move();
  perform set_config('shipping.prunes', 'on', true);
  delete from shipping.statements s where s.remote = prune_statements.remote and s.signature = any (signatures);
  get diagnostics deleted = row_count;
  perform set_config('shipping.prunes', 'off', true);
  return deleted;
end;
$$;
create function public.prune_statements(token text, remote text, signatures text[]) returns integer
language sql security invoker set search_path = ''
as $$
  select shipping.prune_statements(token, remote, signatures);
$$;
comment on function public.prune_statements(text, text, text[]) is
  'For operators: deletes statements about a remote by their signatures, which no key verifies, and returns how many.';

-- Rows are deleted by prune_statements alone.
drop trigger refuse_change on shipping.statements;
create trigger refuse_change before update on shipping.statements for each row execute function shipping.refuse_change();
create trigger refuse_deletion before delete on shipping.statements
  for each row when (current_setting('shipping.prunes', true) is distinct from 'on') execute function shipping.refuse_change();

revoke execute on function
  shipping.are_keys, shipping.prune_statements, public.prune_statements from public;
revoke execute on function public.prune_statements from service_role;
grant execute on function shipping.prune_statements, public.prune_statements to anon, authenticated;
