-- The registry of a platform that runs on many machines: what is published, what is live, who gets a canary, and how it
-- came to that. Only the functions below write it, each one move in one transaction, as shell/registry/moves.ts makes it
-- in a file: one table of cases tests both.

create table private.releases (
  remote text not null,
  version text not null,
  document jsonb not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (remote, version)
);
comment on table private.releases is 'Versions of remotes, with the hashes of their files. None ever changes.';

create table private.remotes (
  name text primary key constraint remotes_name check (name ~ '^mf-[a-z0-9-]{1,57}$'),
  team text references private.teams (name) on delete set null,
  slot integer unique,
  origin text,
  live text,
  previous text[] not null default '{}',
  canary text,
  canary_percent integer constraint remotes_canary_percent check (canary_percent between 1 and 100),
  is_retired boolean not null default false,
  is_coming boolean not null default false,
  started_from text,
  foreign key (name, live) references private.releases (remote, version),
  foreign key (name, canary) references private.releases (remote, version),
  constraint remotes_canary check ((canary is null) = (canary_percent is null) and (canary is null or live is not null))
);
comment on table private.remotes is 'Who owns which remote, and which of its versions visitors get.';
comment on column private.remotes.team is 'Null: operators alone.';
comment on column private.remotes.slot is 'Where one machine serves it: the port of the shell + this.';
comment on column private.remotes.origin is 'Where its store is served, if not there.';
comment on column private.remotes.previous is 'What was live before and good, newest first.';
comment on column private.remotes.is_coming is 'About to be live: the machine that serves it does so already.';
comment on column private.remotes.started_from is 'Hash of the sources that a start of the platform published last.';
create index remotes_team on private.remotes (team);
create index remotes_live on private.remotes (name, live);
create index remotes_canary_index on private.remotes (name, canary);

create table private.release_history (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  action text not null constraint release_history_action check (action in ('promote', 'canary', 'rollback', 'retire')),
  percent integer constraint release_history_percent check (percent between 0 and 100),
  time timestamptz not null default clock_timestamp(),
  author text not null,
  reason text not null
);
comment on table private.release_history is 'Every move, by whom and why. Nothing is taken out or written over.';
create index release_history_remote on private.release_history (remote, id desc);

create table private.registry_version (
  only_row boolean primary key default true constraint registry_version_only_row check (only_row),
  version uuid not null default gen_random_uuid()
);
comment on table private.registry_version is 'One row, another version with each move: whether there is something new costs one look.';
insert into private.registry_version default values;

alter table private.releases enable row level security;
alter table private.remotes enable row level security;
alter table private.release_history enable row level security;
alter table private.registry_version enable row level security;
revoke all on private.releases, private.remotes, private.release_history, private.registry_version
  from public, anon, authenticated, service_role;

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = format('What is in %s stays as it is.', tg_table_name);
end;
$$;
revoke execute on function private.refuse_change() from public;

create trigger refuse_change before update or delete on private.releases
  for each row execute function private.refuse_change();
create trigger refuse_change before update or delete on private.release_history
  for each row execute function private.refuse_change();

-- What a release must look like: a shell refuses a registry of which one entry is malformed, so none may get in.

create function private.are_texts(document jsonb, form text) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(document) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(document) = 'array' then document else '[]' end) item
    where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ form
  );
$$;
revoke execute on function private.are_texts(jsonb, text) from public;

create function private.is_release_file(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    document ->> 'path' ~ '^(web|server)(/[A-Za-z0-9_~@+-][A-Za-z0-9_.~@+-]*)+$'
      and document ->> 'integrity' ~ '^sha384-[A-Za-z0-9+/]{64}$',
    false
  );
$$;
revoke execute on function private.is_release_file(jsonb) from public;

create function private.is_object(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(document) = 'object', false);
$$;
revoke execute on function private.is_object(jsonb) from public;

create function private.fault_of(release jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  pattern constant text := '^/([^/:*?%#\s\\]+(/(:[A-Za-z0-9_]+|[^/:*?%#\s\\]+))*(/\*)?)?$';
begin
  if not private.is_object(release) or length(release::text) > 500000 then return 'expected an object of at most 500 kB'; end if;
  if coalesce(release ->> 'name' !~ '^mf-[a-z0-9-]{1,57}$', true) then return 'name: expected mf-<name>'; end if;
  if coalesce(release ->> 'version' !~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$', true) then return 'version: expected one like 1.0.0-0a1b2c'; end if;
  if coalesce(jsonb_typeof(release -> 'contract') <> 'number' or release ->> 'contract' !~ '^\d{1,9}$', true) then return 'contract: expected a whole number'; end if;
  if coalesce(jsonb_typeof(release -> 'staffOnly') <> 'boolean', true) then return 'staffOnly: expected true or false'; end if;
  if release -> 'routes' is null or not private.are_texts(release -> 'routes', pattern)
    or jsonb_array_length(release -> 'routes') not between 1 and 200 then return 'routes: expected 1 to 200 patterns like / or /post/:slug or /admin/*'; end if;
  if release ? 'resources' and (not private.are_texts(release -> 'resources', pattern)
    or jsonb_array_length(release -> 'resources') > 200) then return 'resources: expected at most 200 patterns'; end if;
  if not (private.is_release_file(release -> 'entry') and private.is_release_file(release -> 'server')
    and private.is_release_file(release -> 'manifest')) then return 'entry, server, manifest: expected files with their hashes'; end if;
  if not private.is_object(release -> 'chunks') then return 'chunks: expected an object'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk where jsonb_typeof(chunk.value) <> 'array'
  ) then return 'chunks: expected lists of files'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk, jsonb_array_elements(chunk.value) file
    where not private.is_release_file(file)
  ) then return 'chunks: expected files with their hashes'; end if;
  if release ? 'query' then
    if not private.is_object(release -> 'query') then return 'query: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'query') keys where not private.are_texts(keys.value, '')
    ) then return 'query: expected lists of keys'; end if;
  end if;
  if release ? 'singletons' then
    if not private.is_object(release -> 'singletons') then return 'singletons: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'singletons') range where jsonb_typeof(range.value) <> 'string'
    ) then return 'singletons: expected ranges'; end if;
  end if;
  if release ? 'budget' and (jsonb_typeof(release -> 'budget') <> 'number' or (release ->> 'budget')::numeric <= 0) then
    return 'budget: expected a number above 0';
  end if;
  return null;
end;
$$;
comment on function private.fault_of(jsonb) is 'What is wrong with a release''s form, which is that of shell/registry/schema.ts; null when nothing is.';
revoke execute on function private.fault_of(jsonb) from public;

create function private.one_line(said text) returns text
language sql immutable set search_path = ''
as $$
  select left(btrim(regexp_replace(coalesce(said, ''), '[[:cntrl:]\s]+', ' ', 'g')), 500);
$$;
comment on function private.one_line(text) is 'What somebody said, fit for a line of a terminal: without escapes and breaks.';
revoke execute on function private.one_line(text) from public;

create function private.begin_move() returns void
language sql security definer set search_path = ''
as $$
  update private.registry_version set version = gen_random_uuid();
$$;
comment on function private.begin_move() is 'One move after the other: the next one waits for the row, and looks at what this one left.';
revoke execute on function private.begin_move() from public;

create function private.expect_right(who private.deployer, wanted text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner text := (select r.team from private.remotes r where r.name = remote);
begin
  if who.kind = 'operator' then
    return;
  end if;
  if who.kind <> 'team' or not wanted = any (who.may) then
    raise exception using errcode = '42501', message = format('%s may not %s.', who.name, wanted);
  end if;
  if owner is null or not owner = any (who.teams) then
    raise exception using errcode = '42501', message = format('%s does not own %s.', who.name, remote);
  end if;
end;
$$;
comment on function private.expect_right(private.deployer, text, text) is
  'Refuses whoever may not publish or promote this remote. Operators may, also one that nobody owns yet.';
revoke execute on function private.expect_right(private.deployer, text, text) from public;

create function private.next_slot(remote text) returns integer
language sql stable security definer set search_path = ''
as $$
  -- The first remotes have fixed ones: shell/registry/first-remotes.mjs.
  select coalesce(
    array_position(array['mf-blog', 'mf-learning', 'mf-matrix', 'mf-admin'], remote),
    greatest(4, (select max(slot) from private.remotes)) + 1
  );
$$;
revoke execute on function private.next_slot(text) from public;

create function private.claimed(kind text) returns table (owner text, pattern text)
language sql stable security definer set search_path = ''
as $$
  select distinct r.name, claim.pattern
  from private.remotes r
  join private.releases p on p.remote = r.name and p.version in (r.live, r.canary)
  cross join lateral jsonb_array_elements_text(coalesce(p.document -> kind, '[]')) claim (pattern)
  where not r.is_retired;
$$;
comment on function private.claimed(text) is 'The routes or resources that anybody may get now, canaries'' too, with who owns them.';
revoke execute on function private.claimed(text) from public;

create function private.expect_no_clash(remote text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  clash text;
begin
  with pages as materialized (select * from private.claimed('routes')),
    resources as materialized (select * from private.claimed('resources')),
    own as (select owner, pattern from pages union select owner, pattern from resources),
    clashes as (
      select format('%s claims %s, but the shell itself answers %s', o.owner, o.pattern, s.address) as clash
      from own o join unnest(private.shell_addresses()) s (address) on private.patterns_meet(s.address, o.pattern)
      where o.owner = remote
      union all
      select format('%s claims %s, which %s owns%s', o.owner, o.pattern, other.owner,
        case when other.pattern <> o.pattern then ' as ' || other.pattern else '' end)
      from (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) o join (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) other on other.what = o.what and other.owner <> o.owner and private.patterns_clash(o.pattern, other.pattern)
      where o.owner = remote
      union all
      select format('%s claims %s, but %s''s page %s is answered there', r.owner, r.pattern, p.owner, p.pattern)
      from resources r join pages p on remote in (r.owner, p.owner) and private.patterns_meet(r.pattern, p.pattern)
    )
  select c.clash into clash from clashes c limit 1;
  if clash is not null then
    raise exception using errcode = 'PT409', message = clash;
  end if;
end;
$$;
comment on function private.expect_no_clash(text) is 'Refuses that a remote claims what the shell, a page or another remote has.';
revoke execute on function private.expect_no_clash(text) from public;

create function private.live_remote(remote text) returns private.remotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  found private.remotes;
begin
  select * into found from private.remotes r where r.name = remote and r.live is not null;
  if found.name is null or found.is_retired then
    raise exception using errcode = 'PT404', message = format(
      '%s %s; expected one that is live: %s', remote, case when found.is_retired then 'is retired' else 'was never live' end,
      coalesce((select string_agg(r.name, ', ' order by r.name) from private.remotes r where r.live is not null and not r.is_retired), 'there is none')
    );
  end if;
  return found;
end;
$$;
comment on function private.live_remote(text) is 'A remote that visitors get; refuses any other.';
revoke execute on function private.live_remote(text) from public;

create function private.expect_published(remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.releases p where p.remote = expect_published.remote and p.version = expect_published.version) then
    raise exception using errcode = 'PT404', message = format('%s has no published version "%s".', remote, version);
  end if;
end;
$$;
revoke execute on function private.expect_published(text, text) from public;

create function private.note_move(
  who private.deployer, remote text, version text, action text, percent integer, author text, reason text
) returns void
language sql security definer set search_path = ''
as $$
  insert into private.release_history (remote, version, action, percent, author, reason)
  values (
    remote, version, action, percent,
    -- What the database knows first, and what was only said after it.
    concat_ws(', ', who.name, nullif(private.one_line(author), '')), private.one_line(reason)
  );
$$;
revoke execute on function private.note_move(private.deployer, text, text, text, integer, text, text) from public;

create function private.add_team(token text, team text, owns text[], members text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stranger text;
begin
  perform private.expect_operator(token);
  perform private.begin_move();
  insert into private.teams (name) values (team) on conflict do nothing;
  insert into private.remotes as r (name, team) select distinct owned, add_team.team from unnest(owns) owned
  on conflict (name) do update set team = excluded.team;
  select m into stranger from unnest(members) m
  where not exists (
    select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = lower(btrim(m))
  );
  if stranger is not null then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', stranger);
  end if;
  insert into private.team_members (team, account)
  select add_team.team, s.user_id from private.staff s join auth.users u on u.id = s.user_id
  where lower(u.email) = any (select lower(btrim(m)) from unnest(members) m)
  on conflict do nothing;
end;
$$;
revoke execute on function private.add_team(text, text, text[], text[]) from public;
grant execute on function private.add_team(text, text, text[], text[]) to anon, authenticated;

create function private.publish_release(token text, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  remote constant text := release ->> 'name';
  fault constant text := private.fault_of(release);
begin
  perform private.expect_right(who, 'publish', remote);
  if fault is not null then
    raise exception using errcode = 'PT400', message = format('This is no release: %s.', fault);
  end if;
  insert into private.remotes (name) values (remote) on conflict do nothing;
  insert into private.releases (remote, version, document, published_by)
  values (remote, release ->> 'version', release, who.name) on conflict do nothing;
  if not exists (
    select from private.releases p
    where p.remote = publish_release.release ->> 'name' and p.version = release ->> 'version'
      -- Who built the same again, and when, makes it no other; the first one stays.
      and p.document - array['provenance', 'signature'] = release - array['provenance', 'signature']
  ) then
    raise exception using errcode = 'PT409',
      message = format('%s@%s is published already, as something else.', remote, release ->> 'version');
  end if;
end;
$$;
revoke execute on function private.publish_release(text, jsonb) from public;
grant execute on function private.publish_release(text, jsonb) to anon, authenticated;

create function private.prepare_remote(token text, remote text, is_coming boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
begin
  perform private.expect_right(who, 'promote', remote);
  perform private.begin_move();
  insert into private.remotes (name) values (remote) on conflict do nothing;
  update private.remotes r set
    is_coming = prepare_remote.is_coming,
    slot = coalesce(r.slot, private.next_slot(r.name))
  where r.name = remote and (r.live is null or r.is_retired);
end;
$$;
revoke execute on function private.prepare_remote(text, text, boolean) from public;
grant execute on function private.prepare_remote(text, text, boolean) to anon, authenticated;

create function private.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  before private.remotes;
begin
  perform private.expect_right(who, 'promote', remote);
  perform private.begin_move();
  perform private.expect_published(remote, version);
  if origin !~ '^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~-]+)*/?$' then
    raise exception using errcode = 'PT400', message = 'The origin is no address like https://cdn.example/store/mf-blog.';
  end if;
  select * into before from private.remotes r where r.name = remote;
  update private.remotes r set
    live = version,
    previous = case
      when r.live is null or r.live = version then r.previous
      else (array[r.live] || array_remove(r.previous, version))[:5]
    end,
    canary = null, canary_percent = null, is_retired = false, is_coming = false,
    slot = coalesce(r.slot, private.next_slot(r.name)),
    origin = coalesce(promote_release.origin, r.origin),
    started_from = coalesce(promote_release.started_from, r.started_from)
  where r.name = remote;
  perform private.expect_no_clash(remote);
  if before.is_retired or before.live is distinct from version or before.canary is not null then
    perform private.note_move(who, remote, version, 'promote', null, author, reason);
  end if;
end;
$$;
revoke execute on function private.promote_release(text, text, text, text, text, text, text) from public;
grant execute on function private.promote_release(text, text, text, text, text, text, text) to anon, authenticated;

create function private.canary_release(
  token text, remote text, version text, percent integer, author text, reason text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  before private.remotes;
begin
  -- A shell takes back what fails.
  if who.kind <> 'shell' or percent <> 0 then
    perform private.expect_right(who, 'promote', remote);
  end if;
  perform private.begin_move();
  if percent is null or percent not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a share from 0 to 100 percent.';
  end if;
  before := private.live_remote(remote);
  if before.live = version then
    raise exception using errcode = 'PT409', message = format('%s@%s is live for everybody already', remote, version);
  end if;
  if percent = 0 and before.canary is distinct from version then
    raise exception using errcode = 'PT409',
      message = format('%s@%s is no canary; the canary is %s', remote, version, coalesce(before.canary, 'none'));
  end if;
  perform private.expect_published(remote, version);
  update private.remotes r set
    canary = case when percent > 0 then version end,
    canary_percent = nullif(percent, 0)
  where r.name = remote;
  perform private.expect_no_clash(remote);
  perform private.note_move(who, remote, version, 'canary', percent, author, reason);
end;
$$;
revoke execute on function private.canary_release(text, text, text, integer, text, text) from public;
grant execute on function private.canary_release(text, text, text, integer, text, text) to anon, authenticated;

create function private.roll_back_remote(token text, remote text, author text, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  before private.remotes;
begin
  perform private.expect_right(who, 'promote', remote);
  perform private.begin_move();
  before := private.live_remote(remote);
  if before.previous = '{}' then
    raise exception using errcode = 'PT409',
      message = format('%s has no earlier version than %s to go back to', remote, before.live);
  end if;
  update private.remotes r set live = r.previous[1], previous = r.previous[2:], canary = null, canary_percent = null
  where r.name = remote;
  perform private.expect_no_clash(remote);
  perform private.note_move(who, remote, before.previous[1], 'rollback', null, author, reason);
  return before.previous[1];
end;
$$;
revoke execute on function private.roll_back_remote(text, text, text, text) from public;
grant execute on function private.roll_back_remote(text, text, text, text) to anon, authenticated;

create function private.retire_remote(token text, remote text, author text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  before private.remotes;
begin
  perform private.expect_right(who, 'promote', remote);
  perform private.begin_move();
  before := private.live_remote(remote);
  update private.remotes r set is_retired = true, canary = null, canary_percent = null where r.name = remote;
  perform private.note_move(who, remote, before.live, 'retire', null, author, reason);
end;
$$;
revoke execute on function private.retire_remote(text, text, text, text) from public;
grant execute on function private.retire_remote(text, text, text, text) to anon, authenticated;

create function private.history_of(remote text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'version', h.version, 'action', h.action, 'percent', h.percent, 'author', h.author, 'reason', h.reason,
    'time', to_char(h.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )) order by h.id desc), '[]')
  from (select * from private.release_history e where e.remote = history_of.remote order by e.id desc limit 500) h;
$$;
revoke execute on function private.history_of(text) from public;

create function private.registry_document(with_history boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries as (
    select r.*, jsonb_strip_nulls(jsonb_build_object(
      'slot', r.slot,
      'origin', r.origin,
      'startedFrom', r.started_from,
      'live', (select p.document from private.releases p where p.remote = r.name and p.version = r.live),
      'previous', (
        select coalesce(jsonb_agg(p.document order by place), '[]')
        from unnest(r.previous) with ordinality as earlier (version, place)
        join private.releases p on p.remote = r.name and p.version = earlier.version
      ),
      'canary', (
        select jsonb_build_object('percent', r.canary_percent, 'release', p.document)
        from private.releases p where p.remote = r.name and p.version = r.canary
      ),
      'history', case when with_history then private.history_of(r.name) else '[]' end
    )) as entry
    from private.remotes r
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'schema', 1,
    'remotes', coalesce(jsonb_object_agg(name, entry) filter (where live is not null and not is_retired), '{}'),
    'retired', coalesce(jsonb_object_agg(name, entry) filter (where is_retired), '{}'),
    'coming', jsonb_object_agg(name, jsonb_build_object('slot', slot)) filter (where is_coming)
  ))
  from entries;
$$;
comment on function private.registry_document(boolean) is 'The registry as shell/registry/schema.ts describes it.';
revoke execute on function private.registry_document(boolean) from public;

create function private.read_registry(token text, known uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  current constant uuid := (select version from private.registry_version);
begin
  if current = known then
    return null;
  end if;
  -- Shells ask for what is live, not for how it came to that.
  return jsonb_build_object('version', current, 'registry', private.registry_document(who.kind <> 'shell'));
end;
$$;
revoke execute on function private.read_registry(text, uuid) from public;
grant execute on function private.read_registry(text, uuid) to anon, authenticated;

-- What the API offers. A null token means the account of the session.

create function public.read_registry(token text, known uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_registry(token, known);
$$;
comment on function public.read_registry(text, uuid) is
  'For teams, shells and operators: the registry and its version, or null while the version is the known one.';

create function public.add_team(token text, team text, owns text[], members text[]) returns void
language sql security invoker set search_path = ''
as $$
  select private.add_team(token, team, owns, members);
$$;
comment on function public.add_team(text, text, text[], text[]) is
  'For operators: a team, or more for one that there is: remotes, from whoever had them, and members by address.';

create function public.publish_release(token text, release jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select private.publish_release(token, release);
$$;
comment on function public.publish_release(text, jsonb) is 'For teams: a version of a remote, for good. The same again changes nothing.';

create function public.prepare_remote(token text, remote text, is_coming boolean) returns void
language sql security invoker set search_path = ''
as $$
  select private.prepare_remote(token, remote, is_coming);
$$;
comment on function public.prepare_remote(text, text, boolean) is
  'For teams: the machine that serves remotes serves one that is not live yet, or does so no more.';

create function public.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language sql security invoker set search_path = ''
as $$
  select private.promote_release(token, remote, version, author, reason, origin, started_from);
$$;
comment on function public.promote_release(text, text, text, text, text, text, text) is
  'For teams: a published version is live for everybody. Origin and started_from stay as they are with null.';

create function public.canary_release(
  token text, remote text, version text, percent integer, author text, reason text
) returns void
language sql security invoker set search_path = ''
as $$
  select private.canary_release(token, remote, version, percent, author, reason);
$$;
comment on function public.canary_release(text, text, text, integer, text, text) is
  'For teams: a published version is live for a share of the visitors; 0 ends that, which shells may too.';

create function public.roll_back_remote(token text, remote text, author text, reason text) returns text
language sql security invoker set search_path = ''
as $$
  select private.roll_back_remote(token, remote, author, reason);
$$;
comment on function public.roll_back_remote(text, text, text, text) is
  'For teams: what was live before is live again, for everybody. Returns its version.';

create function public.retire_remote(token text, remote text, author text, reason text) returns void
language sql security invoker set search_path = ''
as $$
  select private.retire_remote(token, remote, author, reason);
$$;
comment on function public.retire_remote(text, text, text, text) is
  'For teams: a remote is out of the platform until it is promoted again.';

do $$
declare
  called text;
begin
  foreach called in array array[
    'read_registry(text, uuid)', 'add_team(text, text, text[], text[])', 'publish_release(text, jsonb)',
    'prepare_remote(text, text, boolean)', 'promote_release(text, text, text, text, text, text, text)',
    'canary_release(text, text, text, integer, text, text)', 'roll_back_remote(text, text, text, text)',
    'retire_remote(text, text, text, text)'
  ] loop
    execute format('revoke execute on function public.%s from public, service_role', called);
    execute format('grant execute on function public.%s to anon, authenticated', called);
  end loop;
end;
$$;
