-- The registry: published releases, the live release and the canary of each remote, and their history. Only the
-- functions below write it, each transition in one transaction.

create table shipping.releases (
  remote text not null,
  version text not null,
  document jsonb not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (remote, version)
);
comment on table shipping.releases is 'Releases of remotes, with the hashes of their files. A release is immutable.';

create table shipping.remotes (
  name text primary key constraint remotes_name check (name ~ '^mf-[a-z0-9-]{1,57}$'),
  team text references shipping.teams (name) on delete set null,
  slot integer unique,
  origin text constraint remotes_origin check (origin ~ '^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~-]+)*/?$'),
  live text,
  previous text[] not null default '{}',
  canary text,
  canary_percent integer constraint remotes_canary_percent check (canary_percent between 1 and 100),
  is_retired boolean not null default false,
  is_coming boolean not null default false,
  started_from text,
  canary_since timestamptz,
  canary_margin integer constraint remotes_canary_margin check (canary_margin between 0 and 100),
  foreign key (name, live) references shipping.releases (remote, version),
  foreign key (name, canary) references shipping.releases (remote, version),
  constraint remotes_canary
    check ((canary is null) = (canary_percent is null) and (canary is null or live is not null)),
  constraint remotes_canary_counted
    check ((canary is null) = (canary_since is null) and (canary is null) = (canary_margin is null))
);
comment on table shipping.remotes is 'Remotes: their team, their live release and their canary.';
comment on column shipping.remotes.team is 'Null: only operators ship it.';
comment on column shipping.remotes.slot is 'Port offset on one machine: it is served at the port of the shell plus this.';
comment on column shipping.remotes.origin is 'Origin of its files, if not on that port.';
comment on column shipping.remotes.previous is 'Releases that were live before and worked, newest first.';
comment on column shipping.remotes.is_coming is 'Its first promotion is pending: its machine serves it already.';
comment on column shipping.remotes.started_from is 'Hash of the sources that a start of the platform published last.';
comment on column shipping.remotes.canary_since is 'Start of the canary. Counts with another start belong to another canary.';
comment on column shipping.remotes.canary_margin is
  'Percentage points by which the failure rate of a canary may exceed that of the live release; beyond, the canary ends by itself.';
create index remotes_team on shipping.remotes (team);
create index remotes_live on shipping.remotes (name, live);
create index remotes_canary_index on shipping.remotes (name, canary);

create table shipping.release_history (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  action text not null constraint release_history_action check (action in ('promote', 'canary', 'rollback', 'retire')),
  percent integer constraint release_history_percent check (percent between 0 and 100),
  time timestamptz not null default clock_timestamp(),
  author text not null,
  reason text not null
);
comment on table shipping.release_history is 'Every transition, with author and reason. Entries are neither changed nor deleted.';
create index release_history_remote on shipping.release_history (remote, id desc);

create table shipping.version_counts (
  remote text not null,
  version text not null,
  renders bigint not null default 0,
  failures bigint not null default 0,
  reports bigint not null default 0,
  since timestamptz not null,
  primary key (remote, version),
  foreign key (remote, version) references shipping.releases (remote, version),
  constraint version_counts_sums check (failures between 0 and renders and reports >= 0)
);
comment on table shipping.version_counts is
  'Counts of all shells for each remote with a canary: for the canary and the live release, since the canary began.';
comment on column shipping.version_counts.renders is 'Rendered pages.';
comment on column shipping.version_counts.failures is 'Renders that failed because of the release''s code.';
comment on column shipping.version_counts.reports is 'Failures that browsers reported. Anybody can send them, so they decide nothing.';

create table shipping.registry_version (
  only_row boolean primary key default true constraint registry_version_only_row check (only_row),
  version uuid not null default gen_random_uuid(),
  served_at text constraint registry_version_served_at check (served_at ~ '^https?://[A-Za-z0-9.-]+:[0-9]{1,5}$')
);
comment on column shipping.registry_version.served_at is
  'Origin of the shell on whose machine remotes without an origin are served, each at this port plus its slot; null: at each shell''s own.';
comment on table shipping.registry_version is 'One row, with another version after each transition: a reader compares one value.';
insert into shipping.registry_version default values;

alter table shipping.releases enable row level security;
alter table shipping.remotes enable row level security;
alter table shipping.release_history enable row level security;
alter table shipping.version_counts enable row level security;
alter table shipping.registry_version enable row level security;
revoke all on all tables in schema shipping from public, anon, authenticated, service_role;

-- Servers notice a change of the registry like a change of content: by the version of its topic.

insert into private.content_topics (topic) values ('registry');

create function shipping.note_registry_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into private.changed_topics (topic, public_from) values ('registry', '-infinity') on conflict do nothing;
  return null;
end;
$$;
comment on function shipping.note_registry_change() is 'Notes each transition of the registry as a change of its topic.';

create trigger note_registry_change after update on shipping.registry_version
  for each statement execute function shipping.note_registry_change();

-- The history and the releases are immutable.

create function shipping.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = format('What is in %s stays as it is.', tg_table_name);
end;
$$;

create trigger refuse_change before update or delete on shipping.release_history
  for each row execute function shipping.refuse_change();

create function shipping.refuse_change_of_release() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and not old.document ? 'signature' then
    old.document := old.document || jsonb_build_object('signature', new.document -> 'signature');
    if new = old then
      return new;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'What is in releases stays as it is.';
end;
$$;
comment on function shipping.refuse_change_of_release() is 'Allows adding a signature to a release without one, and no other change.';

create trigger refuse_change before update or delete on shipping.releases
  for each row execute function shipping.refuse_change_of_release();

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

create function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/elemente', '/chatgpt-lernziele', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/assets/*', '/overrides', '/reports'
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

create function shipping.expect_no_clash(remote text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  clash text;
begin
  with pages as materialized (select * from shipping.claimed('routes')),
    resources as materialized (select * from shipping.claimed('resources')),
    own as (select owner, pattern from pages union select owner, pattern from resources),
    clashes as (
      select format('%s claims %s, but the shell itself answers %s', o.owner, o.pattern, s.address) as clash
      from own o join unnest(shipping.shell_addresses()) s (address) on shipping.patterns_meet(s.address, o.pattern)
      where o.owner = remote
      union all
      select format('%s claims %s, which %s owns%s', o.owner, o.pattern, other.owner,
        case when other.pattern <> o.pattern then ' as ' || other.pattern else '' end)
      from (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) o join (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) other on other.what = o.what and other.owner <> o.owner and shipping.patterns_clash(o.pattern, other.pattern)
      where o.owner = remote
      union all
      select format('%s claims %s, but %s''s page %s is answered there', r.owner, r.pattern, p.owner, p.pattern)
      from resources r join pages p on remote in (r.owner, p.owner) and shipping.patterns_meet(r.pattern, p.pattern)
    )
  select c.clash into clash from clashes c limit 1;
  if clash is not null then
    raise exception using errcode = 'PT409', message = clash;
  end if;
end;
$$;
comment on function shipping.expect_no_clash(text) is 'Refuses a remote that claims an address of the shell or of another remote.';

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
      and document ->> 'integrity' ~ '^sha384-[A-Za-z0-9+/]{64}$',
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
  pattern constant text := '^/([^/:*?%#\s\\]+(/(:[A-Za-z0-9_]+|[^/:*?%#\s\\]+))*(/\*)?)?$';
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
  if release ? 'query' then
    if not shipping.is_object(release -> 'query') then return 'query: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'query') keys where not shipping.are_texts(keys.value, '')
    ) then return 'query: expected lists of keys'; end if;
  end if;
  if release ? 'singletons' then
    if not shipping.is_object(release -> 'singletons') then return 'singletons: expected an object'; end if;
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
comment on function shipping.fault_of(jsonb) is 'The first violation of the schema of a release, which is that of shell/registry/schema.ts; null for none.';

-- Parts of transitions.

create function shipping.one_line(said text) returns text
language sql immutable set search_path = ''
as $$
  select left(btrim(regexp_replace(coalesce(said, ''), '[[:cntrl:]\s]+', ' ', 'g')), 500);
$$;
comment on function shipping.one_line(text) is 'A text for one line of a terminal, without control characters.';

create function shipping.begin_move() returns void
language sql security definer set search_path = ''
as $$
  update shipping.registry_version set version = gen_random_uuid();
$$;
comment on function shipping.begin_move() is 'Serializes transitions: the next one waits for the row lock and reads the result of this one.';

create function shipping.expect_right(who shipping.deployer, wanted text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner text := (select r.team from shipping.remotes r where r.name = remote);
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
comment on function shipping.expect_right(shipping.deployer, text, text) is
  'Refuses a caller who may not publish or promote this remote. Operators may, also for a remote without a team.';

create function shipping.next_slot(remote text) returns integer
language sql stable security definer set search_path = ''
as $$
  -- The first remotes have fixed slots: shell/registry/schema.ts.
  select coalesce(
    array_position(array['mf-blog', 'mf-learning', 'mf-matrix', 'mf-admin'], remote),
    greatest(4, (select max(slot) from shipping.remotes)) + 1
  );
$$;

create function shipping.live_remote(remote text) returns shipping.remotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  found shipping.remotes;
begin
  select * into found from shipping.remotes r where r.name = remote and r.live is not null;
  if found.name is null or found.is_retired then
    raise exception using errcode = 'PT404', message = format(
      '%s %s; expected one that is live: %s', remote, case when found.is_retired then 'is retired' else 'was never live' end,
      coalesce((select string_agg(r.name, ', ' order by r.name) from shipping.remotes r where r.live is not null and not r.is_retired), 'there is none')
    );
  end if;
  return found;
end;
$$;
comment on function shipping.live_remote(text) is 'A live remote; refuses any other.';

create function shipping.expect_published(remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from shipping.releases p where p.remote = expect_published.remote and p.version = expect_published.version) then
    raise exception using errcode = 'PT404', message = format('%s has no published version "%s".', remote, version);
  end if;
end;
$$;

create function shipping.note_move(
  who shipping.deployer, remote text, version text, action text, percent integer, author text, reason text
) returns void
language sql security definer set search_path = ''
as $$
  insert into shipping.release_history (remote, version, action, percent, author, reason)
  values (
    remote, version, action, percent,
    -- The authenticated name comes first, then the name that the caller gave.
    concat_ws(', ', who.name, nullif(shipping.one_line(author), '')), shipping.one_line(reason)
  );
$$;

-- Transitions: a function of shipping does the work, and one of public with the same arguments is called by the API. A
-- null token means the account of the session.

create function shipping.add_team(token text, team text, owns text[], members text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stranger text;
begin
  perform shipping.expect_operator(token);
  perform shipping.begin_move();
  insert into shipping.teams (name) values (team) on conflict do nothing;
  insert into shipping.remotes as r (name, team) select distinct owned, add_team.team from unnest(owns) owned
  on conflict (name) do update set team = excluded.team;
  select m into stranger from unnest(members) m
  where not exists (
    select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = lower(btrim(m))
  );
  if stranger is not null then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', stranger);
  end if;
  insert into shipping.team_members (team, account)
  select add_team.team, s.user_id from private.staff s join auth.users u on u.id = s.user_id
  where lower(u.email) = any (select lower(btrim(m)) from unnest(members) m)
  on conflict do nothing;
end;
$$;

create function public.add_team(token text, team text, owns text[], members text[]) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.add_team(token, team, owns, members);
$$;
comment on function public.add_team(text, text, text[], text[]) is
  'For operators: creates a team or extends it: by remotes, which leave their team, and by members, named by address.';

-- A release may be signed once after it was published. Nothing else of it changes.
create function shipping.keep_release(who shipping.deployer, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  remote constant text := release ->> 'name';
  named constant text := format('%s@%s', remote, release ->> 'version');
  fault constant text := shipping.fault_of(release);
  known jsonb;
begin
  if fault is not null then
    raise exception using errcode = 'PT400', message = format('This is no release: %s.', fault);
  end if;
  insert into shipping.remotes (name) values (remote) on conflict do nothing;
  insert into shipping.releases (remote, version, document, published_by)
  values (remote, release ->> 'version', release, who.name) on conflict do nothing;
  select p.document into known
  from shipping.releases p where p.remote = keep_release.release ->> 'name' and p.version = release ->> 'version'
  for update;
  -- Provenance does not count: the first one stays.
  if known - array['provenance', 'signature'] <> release - array['provenance', 'signature'] then
    raise exception using errcode = 'PT409', message = format('%s is published already, as something else.', named);
  end if;
  if release ->> 'signature' is null or known ->> 'signature' = release ->> 'signature' then
    return;
  end if;
  if known ? 'signature' then
    raise exception using errcode = 'PT409', message = format('%s is signed already, otherwise.', named);
  end if;
  if known <> release - 'signature' then
    raise exception using errcode = 'PT409',
      message = format('%s is published already, as somebody else built it; the signature is not of that.', named);
  end if;
  -- The release may be live: shells must read it again.
  perform shipping.begin_move();
  update shipping.releases p set document = keep_release.release
  where p.remote = keep_release.release ->> 'name' and p.version = keep_release.release ->> 'version';
end;
$$;
comment on function shipping.keep_release(shipping.deployer, jsonb) is
  'Stores an immutable release, or adds its signature. The same release again changes nothing.';

create function shipping.publish_release(token text, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  perform shipping.expect_right(who, 'publish', release ->> 'name');
  perform shipping.keep_release(who, release);
end;
$$;

create function public.publish_release(token text, release jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.publish_release(token, release);
$$;
comment on function public.publish_release(text, jsonb) is 'For teams: publishes an immutable release. The same release again changes nothing.';

create function shipping.prepare_remote(token text, remote text, is_coming boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
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

create function public.prepare_remote(token text, remote text, is_coming boolean) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.prepare_remote(token, remote, is_coming);
$$;
comment on function public.prepare_remote(text, text, boolean) is
  'For teams: has the machine that serves remotes serve one before its first promotion, or ends that.';

create function shipping.serve_remotes(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operator(token);
  update shipping.registry_version v set version = gen_random_uuid(), served_at = address
  where v.served_at is distinct from address;
end;
$$;

create function public.serve_remotes(token text, address text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.serve_remotes(token, address);
$$;
comment on function public.serve_remotes(text, text) is
  'For operators: the origin of the shell on whose machine remotes without an origin are served.';

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
  'Promotes a release in a savepoint that is rolled back, and refuses what promoting would refuse because of its addresses.';

create function public.check_addresses(token text, remote text, version text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.check_addresses(token, remote, version);
$$;
comment on function public.check_addresses(text, text, text) is
  'For teams, shells and operators: refuses a published version that claims an address of the shell or of another remote.';

create function shipping.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  perform shipping.expect_published(remote, version);
  if origin !~ '^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~-]+)*/?$' then
    raise exception using errcode = 'PT400', message = 'The origin is no address like https://cdn.example/store/mf-blog.';
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

create function public.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.promote_release(token, remote, version, author, reason, origin, started_from);
$$;
comment on function public.promote_release(text, text, text, text, text, text, text) is
  'For teams: makes a published release live for everybody. Null leaves origin and started_from as they are.';

create function shipping.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  if percent is null or percent not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a share from 0 to 100 percent.';
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

create function public.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer default null
) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.canary_release(token, remote, version, percent, author, reason, margin);
$$;
comment on function public.canary_release(text, text, text, integer, text, text, integer) is
  'For teams: makes a published release live for a share of the visitors; 0 ends that. Margin: see remotes.canary_margin; null keeps it, at first 5.';

create function shipping.roll_back_remote(token text, remote text, author text, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
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

create function public.roll_back_remote(token text, remote text, author text, reason text) returns text
language sql security invoker set search_path = ''
as $$
  select shipping.roll_back_remote(token, remote, author, reason);
$$;
comment on function public.roll_back_remote(text, text, text, text) is
  'For teams: makes the release live that was live before. Returns its version.';

create function shipping.retire_remote(token text, remote text, author text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  before := shipping.live_remote(remote);
  update shipping.remotes r set is_retired = true, canary = null, canary_percent = null where r.name = remote;
  perform shipping.note_move(who, remote, before.live, 'retire', null, author, reason);
end;
$$;

create function public.retire_remote(token text, remote text, author text, reason text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.retire_remote(token, remote, author, reason);
$$;
comment on function public.retire_remote(text, text, text, text) is
  'For teams: takes a remote out of the platform until it is promoted again.';

-- A platform that kept its registry in a file goes on with it here: what is live, what was before, and the history.

create function shipping.take_over_remote(who shipping.deployer, remote text, entry jsonb, retired boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  release jsonb;
  wanted constant integer := (entry ->> 'slot')::integer;
begin
  for release in
    select entry -> 'live' union all select jsonb_array_elements(entry -> 'previous') union all
    select entry #> '{canary,release}' where entry ? 'canary'
  loop
    if release ->> 'name' is distinct from remote then
      raise exception using errcode = 'PT400', message = format('%s has a release of another remote.', remote);
    end if;
    perform shipping.keep_release(who, release);
  end loop;
  update shipping.remotes r set
    live = entry #>> '{live,version}',
    previous = array(
      select earlier ->> 'version' from jsonb_array_elements(entry -> 'previous') with ordinality as p (earlier, place) order by place
    ),
    canary = entry #>> '{canary,release,version}',
    canary_percent = (entry #>> '{canary,percent}')::integer,
    canary_margin = (entry #>> '{canary,margin}')::integer,
    is_retired = retired,
    slot = case
      when exists (select from shipping.remotes other where other.slot = wanted and other.name <> remote) then shipping.next_slot(remote)
      else wanted
    end,
    origin = entry ->> 'origin',
    started_from = entry ->> 'startedFrom'
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  insert into shipping.release_history (remote, version, action, percent, time, author, reason)
  select
    take_over_remote.remote, move ->> 'version', move ->> 'action', (move ->> 'percent')::integer, (move ->> 'time')::timestamptz,
    -- The database saw none of this: it has it from whoever says so.
    concat_ws(', ', nullif(shipping.one_line(move ->> 'author'), ''), format('as %s says', who.name)),
    shipping.one_line(move ->> 'reason')
  from jsonb_array_elements(entry -> 'history') with ordinality as h (move, place) order by place desc;
end;
$$;

create function shipping.take_over_registry(token text, registry jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_operator(token);
  remote text;
  entry jsonb;
  retired boolean;
  taken text[] := '{}';
begin
  perform shipping.begin_move();
  for remote, entry, retired in
    select key, value, false from jsonb_each(registry -> 'remotes')
    union all select key, value, true from jsonb_each(registry -> 'retired')
    order by 1
  loop
    -- What is live here, or was, is newer than any file.
    continue when exists (select from shipping.remotes r where r.name = remote and r.live is not null);
    perform shipping.take_over_remote(who, remote, entry, retired);
    taken := taken || remote;
  end loop;
  return taken;
end;
$$;

create function public.take_over_registry(token text, registry jsonb) returns text[]
language sql security invoker set search_path = ''
as $$
  select shipping.take_over_registry(token, registry);
$$;
comment on function public.take_over_registry(text, jsonb) is
  'For operators: remotes with their history, from a registry that was a file. Returns those that were never live here; all others stay as they are.';

-- Reading the registry.

create function shipping.history_of(remote text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'version', h.version, 'action', h.action, 'percent', h.percent, 'author', h.author, 'reason', h.reason,
    'time', to_char(h.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )) order by h.id desc), '[]')
  from (select * from shipping.release_history e where e.remote = history_of.remote order by e.id desc limit 500) h;
$$;

create function shipping.registry_document(with_history boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries as (
    select r.*, jsonb_strip_nulls(jsonb_build_object(
      'slot', r.slot,
      'origin', r.origin,
      'startedFrom', r.started_from,
      'live', (select p.document from shipping.releases p where p.remote = r.name and p.version = r.live),
      'previous', (
        select coalesce(jsonb_agg(p.document order by place), '[]')
        from unnest(r.previous) with ordinality as earlier (version, place)
        join shipping.releases p on p.remote = r.name and p.version = earlier.version
      ),
      'canary', (
        select jsonb_build_object(
          'percent', r.canary_percent,
          'margin', r.canary_margin,
          'since', to_char(r.canary_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'release', p.document
        )
        from shipping.releases p where p.remote = r.name and p.version = r.canary
      ),
      'history', case when with_history then shipping.history_of(r.name) else '[]' end
    )) as entry
    from shipping.remotes r
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'schema', 1,
    'servedAt', (select served_at from shipping.registry_version),
    'remotes', coalesce(jsonb_object_agg(name, entry) filter (where live is not null and not is_retired), '{}'),
    'retired', coalesce(jsonb_object_agg(name, entry) filter (where is_retired), '{}'),
    'coming', jsonb_object_agg(name, jsonb_build_object('slot', slot)) filter (where is_coming)
  ))
  from entries;
$$;
comment on function shipping.registry_document(boolean) is 'The registry as shell/registry/schema.ts describes it.';

-- Volatile, since it notes the use of the token: PostgREST calls stable functions in a read-only transaction.
create function shipping.read_registry(token text, known uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  current constant uuid := (select version from shipping.registry_version);
begin
  if current = known then
    return null;
  end if;
  -- Shells need no history.
  return jsonb_build_object('version', current, 'registry', shipping.registry_document(who.kind <> 'shell'));
end;
$$;

create function public.read_registry(token text, known uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.read_registry(token, known);
$$;
comment on function public.read_registry(text, uuid) is
  'For teams, shells and operators: the registry and its version, or null while the version is the known one.';

-- Canaries: shells send their counts, and the same transaction ends a canary that fails by more than its margin.

create function shipping.begin_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.canary is not distinct from old.canary then
    return new;
  end if;
  delete from shipping.version_counts c where c.remote = new.name;
  -- The registry's document has milliseconds.
  new.canary_since := case when new.canary is not null then date_trunc('milliseconds', clock_timestamp()) end;
  new.canary_margin := case when new.canary is not null then coalesce(new.canary_margin, 5) end;
  return new;
end;
$$;
comment on function shipping.begin_counts() is 'Deletes the counts when the canary changes or ends. Another share keeps them.';

create trigger begin_counts before insert or update of canary on shipping.remotes
  for each row execute function shipping.begin_counts();

create function shipping.failing_canaries() returns table (remote text, version text, reason text)
language sql stable security definer set search_path = ''
as $$
  select r.name, r.canary, format(
    'went back by itself: %s of %s renders failed, of %s beside it %s of %s; the margin is %s of 100',
    c.failures, c.renders, r.live, coalesce(l.failures, 0), coalesce(l.renders, 0), r.canary_margin
  )
  from shipping.remotes r
  join shipping.version_counts c on c.remote = r.name and c.version = r.canary
  left join shipping.version_counts l on l.remote = r.name and l.version = r.live
  where c.renders >= 200
    and 100.0 * c.failures / c.renders - coalesce(100.0 * l.failures / nullif(l.renders, 0), 0) > r.canary_margin;
$$;
comment on function shipping.failing_canaries() is
  'Canaries with at least 200 renders whose failure rate exceeds that of the live release by more than the margin.';

create function shipping.store_counts(token text, counts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  failing record;
begin
  if who.kind <> 'shell' then
    raise exception using errcode = '42501', message = 'Only shells may do this.';
  end if;
  -- Serialized with transitions.
  perform from shipping.registry_version for update;
  insert into shipping.version_counts as c (remote, version, since, renders, failures, reports)
  select r.name, told.version, r.canary_since, sum(told.renders), sum(told.failures), sum(told.reports)
  from jsonb_to_recordset(counts) as told (
    remote text, version text, since timestamptz, renders integer, failures integer, reports integer
  )
  join shipping.remotes r on r.name = told.remote and r.canary_since = told.since and told.version in (r.live, r.canary)
  where told.renders >= 0 and told.failures between 0 and told.renders and told.reports >= 0
  group by r.name, told.version, r.canary_since
  on conflict (remote, version) do update set
    renders = c.renders + excluded.renders,
    failures = c.failures + excluded.failures,
    reports = c.reports + excluded.reports;
  for failing in select * from shipping.failing_canaries() loop
    perform shipping.begin_move();
    update shipping.remotes r set canary = null, canary_percent = null where r.name = failing.remote;
    perform shipping.note_move(who, failing.remote, failing.version, 'canary', 0, null, failing.reason);
  end loop;
end;
$$;

create function public.store_counts(token text, counts jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.store_counts(token, counts);
$$;
comment on function public.store_counts(text, jsonb) is
  'For shells: adds counts since the last call, as [{remote, version, since, renders, failures, reports}]. Counts of another canary are ignored.';

create function shipping.read_counts(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'remote', c.remote, 'version', c.version,
      'since', to_char(c.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'renders', c.renders, 'failures', c.failures, 'reports', c.reports
    ) order by c.remote, c.version), '[]')
    from shipping.version_counts c
  );
end;
$$;

create function public.read_counts(token text) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.read_counts(token);
$$;
comment on function public.read_counts(text) is 'For teams, shells and operators: the counts of present canaries and of the live releases beside them.';

revoke execute on all functions in schema shipping from public;
revoke execute on function
  public.add_team, public.publish_release, public.prepare_remote, public.serve_remotes, public.check_addresses,
  public.promote_release, public.canary_release,
  public.roll_back_remote, public.retire_remote, public.take_over_registry, public.read_registry, public.store_counts, public.read_counts
  from public, service_role;
grant execute on function
  shipping.add_team, shipping.publish_release, shipping.prepare_remote, shipping.serve_remotes, shipping.check_addresses,
  shipping.promote_release, shipping.canary_release,
  shipping.roll_back_remote, shipping.retire_remote, shipping.take_over_registry, shipping.read_registry, shipping.store_counts, shipping.read_counts,
  public.add_team, public.publish_release, public.prepare_remote, public.serve_remotes, public.check_addresses,
  public.promote_release, public.canary_release,
  public.roll_back_remote, public.retire_remote, public.take_over_registry, public.read_registry, public.store_counts, public.read_counts
  to anon, authenticated;
