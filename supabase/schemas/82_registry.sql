-- The registry: published releases, the live release and the canary of each remote, and their history. Only the
-- functions below write it, each transition in one transaction.

create table shipping.releases (
  remote text not null,
  version text not null,
  document jsonb not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  published_by_account uuid,
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

create table shipping.release_history (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  action text not null constraint release_history_action check (action in ('promote', 'canary', 'rollback', 'retire')),
  percent integer constraint release_history_percent check (percent between 0 and 100),
  time timestamptz not null default clock_timestamp(),
  author text not null,
  reason text not null,
  author_account uuid
);
comment on table shipping.release_history is 'Every transition, with author and reason. Entries are neither changed nor deleted.';
comment on column shipping.release_history.author_account is
  'The account of a session; its address is read when the history is. Without a foreign key: the id outlives the account.';

create table shipping.registry_version (
  only_row boolean primary key default true constraint registry_version_only_row check (only_row),
  version uuid not null default gen_random_uuid(),
  served_at text constraint registry_version_served_at check (served_at ~ '^https?://[A-Za-z0-9.-]+:[0-9]{1,5}$'),
  bucket_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
comment on table shipping.registry_version is 'One row, with another version after each transition: a reader compares one value.';
comment on column shipping.registry_version.served_at is
  'Origin of the shell on whose machine remotes without an origin are served, each at this port plus its slot; null: at each shell''s own.';
comment on column shipping.registry_version.bucket_key is 'Signs the cookies that assign visitors to a canary. Random; only shells receive it.';

-- Every shell reads it with the registry: a team makes the document of others no longer than its releases do.
alter table shipping.remotes add constraint remotes_started_from check (length(started_from) <= 1000) not valid;

insert into shipping.registry_version default values;

-- Servers notice a change of the registry like a change of content: by the version of its topic.

insert into private.content_topics (topic) values ('registry');

create index remotes_team on shipping.remotes (team);
create index remotes_live on shipping.remotes (name, live);
create index remotes_canary_index on shipping.remotes (name, canary);
create index release_history_remote on shipping.release_history (remote, id desc);

alter table shipping.releases enable row level security;
alter table shipping.remotes enable row level security;
alter table shipping.release_history enable row level security;
alter table shipping.registry_version enable row level security;

create function shipping.note_registry_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into private.changed_topics (topic, public_from) values ('registry', '-infinity') on conflict do nothing;
  return null;
end;
$$;
comment on function shipping.note_registry_change() is 'Notes each transition of the registry as a change of its topic.';

-- The history and the releases are immutable.

create function shipping.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Other tables with this trigger have no author.
  if tg_op = 'UPDATE' and tg_table_name = 'release_history' then
    if shipping.only_forgets(old.author, new.author) then
      old.author := new.author;
      if new = old then
        return new;
      end if;
    end if;
  end if;
  raise exception using errcode = '42501', message = format('What is in %s stays as it is.', tg_table_name);
end;
$$;
comment on function shipping.refuse_change() is 'Allows forgetting the name of an author, and no other change.';

create function shipping.refuse_change_of_release() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and shipping.only_forgets(old.published_by, new.published_by) then
    old.published_by := new.published_by;
    if new = old then
      return new;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'What is in releases stays as it is.';
end;
$$;
comment on function shipping.refuse_change_of_release() is
  'Allows forgetting the name of its author, and no other change.';

-- Reading the registry.

create function shipping.history_of(remote text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'version', h.version, 'action', h.action, 'percent', h.percent,
    'author', shipping.author_of(h.author_account, h.author), 'reason', h.reason,
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
      'statements', shipping.statements_of(r.name, array[r.live, r.canary] || r.previous),
      'history', case when with_history then shipping.history_of(r.name) else '[]' end
    )) as entry
    from shipping.remotes r
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'schema', 1,
    'bucketKey', case when not with_history then (select bucket_key from shipping.registry_version) end,
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
  return jsonb_strip_nulls(jsonb_build_object(
    'tokenEnds', (
      select to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from shipping.deploy_tokens t
      where t.hash = sha256(convert_to(token, 'UTF8')) and isfinite(t.expires_at)
    ),
    'version', current
  )) || jsonb_build_object('registry', shipping.registry_document(who.kind <> 'shell'));
end;
$$;
comment on function shipping.read_registry(text, uuid) is
  'For teams, shells and operators: the registry, its version and the end of the token, or null while the version is the known one.';
select private.expose('shipping.read_registry', 'anon', 'authenticated');

-- Platform overview: the admin page of operators, with the transitions that they start there.

create function shipping.versions_overview(remote shipping.remotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with known as (
    select p.version, p.published_at,
      (select max(h.time) from shipping.release_history h where h.remote = p.remote and h.version = p.version) as moved_at
    from shipping.releases p where p.remote = remote.name
  )
  select jsonb_build_object(
    -- `pnpm remote prune` keeps the files of these releases.
    'checked', coalesce((
      select jsonb_agg(jsonb_build_object('version', k.version, 'published_at', k.published_at) order by k.published_at desc)
      from (
        select * from known k
        where (k.version is distinct from remote.live and (k.moved_at > now() - interval '90 days' or k.version = any (remote.previous)))
          or (k.version = remote.live and remote.is_retired)
        order by k.published_at desc limit 20
      ) k
    ), '[]'),
    'unchecked', (
      select jsonb_build_object('version', k.version, 'published_at', k.published_at) from known k
      where k.moved_at is null
        and k.published_at > coalesce((select live.published_at from known live where live.version = remote.live), '-infinity')
      order by k.published_at desc limit 1
    )
  );
$$;
comment on function shipping.versions_overview(shipping.remotes) is
  'Releases that can go live: those that were live or a canary, which passed the checks that run code; and the newest that was only published.';

create function shipping.remotes_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', r.name,
    'team', r.team,
    'is_retired', r.is_retired,
    'live', r.live,
    'since', at.time,
    'by', shipping.author_of(at.author_account, at.author),
    'before', r.previous[1],
    'canary', case when r.canary is not null then jsonb_build_object(
      'version', r.canary, 'percent', r.canary_percent, 'margin', r.canary_margin
    ) end,
    'counts', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'remote'), '[]') from shipping.version_counts c where c.remote = r.name
    ),
    'newest_move', (select max(h.id) from shipping.release_history h where h.remote = r.name)
  ) || shipping.versions_overview(r) order by r.name), '[]')
  from shipping.remotes r
  left join lateral (
    select h.time, h.author, h.author_account from shipping.release_history h
    where h.remote = r.name and h.action <> 'canary' order by h.id desc limit 1
  ) at on true;
$$;

create function shipping.moves_overview(of_remote text, skip integer, take integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from shipping.release_history h where of_remote is null or h.remote = of_remote),
    'entries', (
      select coalesce(jsonb_agg(
        to_jsonb(page) - 'author_account' || jsonb_build_object('author', shipping.author_of(page.author_account, page.author))
        order by page.id desc
      ), '[]')
      from (
        select h.* from shipping.release_history h where of_remote is null or h.remote = of_remote
        order by h.id desc limit least(take, 1000) offset skip
      ) page
    )
  );
$$;

create function shipping.teams_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', t.name,
    'remotes', array(select r.name from shipping.remotes r where r.team = t.name order by r.name),
    'members', array(
      select u.email from shipping.team_members m join auth.users u on u.id = m.account where m.team = t.name order by u.email
    )
  ) order by t.name), '[]')
  from shipping.teams t;
$$;

create function shipping.tokens_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'kind', t.kind, 'team', t.team, 'may', t.may, 'created_at', t.created_at,
    'created_by', shipping.author_of(t.created_by_account, t.created_by),
    'last_used_at', t.last_used_at,
    'expires_at', case when isfinite(t.expires_at) then t.expires_at end,
    'state', case
      when t.revoked_at is not null then 'revoked'
      when t.expires_at <= now() then 'expired'
      when t.expires_at < now() + interval '30 days' and t.kind = 'shell' then 'ending'
      else 'valid'
    end
  ) order by t.created_at desc, t.id), '[]')
  from (
    select * from shipping.deploy_tokens d
    order by (d.revoked_at is null and d.expires_at > now()) desc, d.created_at desc, d.id limit 200
  ) t;
$$;
comment on function shipping.tokens_overview() is 'At most 200 tokens without their hashes, valid ones first.';

create function shipping.platform_overview(of_remote text, skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return jsonb_build_object(
    'remotes', shipping.remotes_overview(),
    'history', shipping.moves_overview(of_remote, skip, take),
    'teams', shipping.teams_overview(),
    'tokens', shipping.tokens_overview()
  );
end;
$$;

create function public.platform_overview(skip integer, take integer, of_remote text default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.platform_overview(of_remote, skip, take);
$$;
comment on function public.platform_overview(integer, integer, text) is
  'For operators: remotes with canaries and counts, a page of the history of one remote or of all, teams and tokens.';

create trigger note_registry_change after update on shipping.registry_version
  for each statement execute function shipping.note_registry_change();

create trigger refuse_change before update or delete on shipping.release_history
  for each row execute function shipping.refuse_change();

create trigger refuse_change before update or delete on shipping.releases
  for each row execute function shipping.refuse_change_of_release();

grant execute on function public.platform_overview, shipping.platform_overview to authenticated;
