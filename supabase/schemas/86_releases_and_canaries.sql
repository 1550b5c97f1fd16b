-- Releases: publishing, signed statements, sizes of files. Canaries: counts of pages and their end.

create table shipping.version_counts (
  remote text not null,
  version text not null,
  renders bigint not null default 0,
  failures bigint not null default 0,
  reports bigint not null default 0,
  since timestamptz not null,
  pattern text not null default '',
  primary key (remote, version, pattern),
  foreign key (remote, version) references shipping.releases (remote, version),
  constraint version_counts_sums check (failures between 0 and renders and reports >= 0)
);
comment on table shipping.version_counts is
  'Counts of all shells for each remote with a canary: for the canary and the live release, since the canary began.';
comment on column shipping.version_counts.renders is 'Pages. A client counts once a minute for each pattern.';
comment on column shipping.version_counts.failures is 'Pages that failed because of the release''s code.';
comment on column shipping.version_counts.reports is 'Failures that browsers reported. Anybody can send them, so they decide nothing.';
comment on column shipping.version_counts.pattern is 'The route pattern of the pages; empty for reports, and for shells of an earlier version.';

-- Signed statements about releases, and the sizes of their files. The database stores statements and judges none:
-- shells verify the signatures, so that whoever writes these tables decides nothing.

create table shipping.statements (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  kind text not null constraint statements_kind check (kind in ('allow', 'revoke')),
  hash text not null constraint statements_hash check (hash ~ '^[0-9a-f]{64}$'),
  number bigint not null constraint statements_number check (number between 1 and 9007199254740991),
  signature text not null constraint statements_signature check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  added_at timestamptz not null default now(),
  added_by text,
  foreign key (remote, version) references shipping.releases (remote, version),
  constraint statements_once unique (remote, version, kind, hash, number, signature)
);
comment on table shipping.statements is
  'Signed statements: a release may be live, or it is revoked. Shells verify the signatures. Entries are neither changed nor deleted.';
comment on column shipping.statements.hash is 'SHA-256 of the release document in its canonical form.';
comment on column shipping.statements.number is
  'Only grows for each remote. A shell serves nothing below the number of what it served as live.';
comment on column shipping.statements.signature is 'Ed25519 over the statement. Several keys sign the same number.';
comment on column shipping.statements.added_by is 'The token that added it; null for statements of before.';

alter table shipping.version_counts enable row level security;
alter table shipping.statements enable row level security;

-- A release may be signed once after it was published. Nothing else of it changes.
create function shipping.keep_release(who shipping.deployer, release jsonb) returns void
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
comment on function shipping.keep_release(shipping.deployer, jsonb) is
  'Stores an immutable release. The same release again changes nothing.';

create function shipping.publish_release(token text, release jsonb) returns void
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
comment on function shipping.publish_release(text, jsonb) is 'For teams: publishes an immutable release. The same release again changes nothing.';
select private.expose('shipping.publish_release', 'anon', 'authenticated');

create function shipping.prepare_remote(token text, remote text, is_coming boolean) returns void
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
comment on function shipping.prepare_remote(text, text, boolean) is
  'For teams: has the machine that serves remotes serve one before its first promotion, or ends that.';
select private.expose('shipping.prepare_remote', 'anon', 'authenticated');

create function shipping.serve_remotes(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  update shipping.registry_version v set version = gen_random_uuid(), served_at = address
  where v.served_at is distinct from address;
end;
$$;
comment on function shipping.serve_remotes(text, text) is
  'For operators: the origin of the shell on whose machine remotes without an origin are served.';
select private.expose('shipping.serve_remotes', 'anon', 'authenticated');

create function shipping.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer default null
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
comment on function shipping.canary_release(text, text, text, integer, text, text, integer) is
  'For teams: makes a published release live for a share of the visitors; 0 ends that. Margin: see remotes.canary_margin; null keeps it, at first 5.';
select private.expose('shipping.canary_release', 'anon', 'authenticated');

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

create function shipping.failing_canaries() returns table (remote text, version text, reason text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (r.name) r.name, r.canary, format(
    'went back by itself: %s%s of %s pages failed, of %s beside it %s of %s; the margin is %s of 100',
    case when c.pattern <> '' then format('at %s ', c.pattern) end,
    c.failures, c.renders, r.live, coalesce(l.failures, 0), coalesce(l.renders, 0), r.canary_margin
  )
  from shipping.remotes r
  join shipping.version_counts c on c.remote = r.name and c.version = r.canary
  left join shipping.version_counts l on l.remote = r.name and l.version = r.live and l.pattern = c.pattern
  cross join lateral (
    select 100.0 * c.failures / nullif(c.renders, 0) - coalesce(100.0 * l.failures / nullif(l.renders, 0), 0) as more
  ) than
  where c.renders >= 50
    -- Without visitors of the live release nothing says that the pattern failed by the canary.
    and (l.renders >= 50 or r.canary_percent = 100)
    and than.more > r.canary_margin
  order by r.name, than.more desc, c.pattern;
$$;
comment on function shipping.failing_canaries() is
  'Canaries with a pattern of at least 50 pages, in the live release too, whose failure rate exceeds that of the live release by more than the margin.';

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
  insert into shipping.version_counts as c (remote, version, pattern, since, renders, failures, reports)
  select r.name, told.version, coalesce(told.pattern, ''), r.canary_since, sum(told.renders), sum(told.failures), sum(told.reports)
  from jsonb_to_recordset(counts) as told (
    remote text, version text, pattern text, since timestamptz, renders integer, failures integer, reports integer
  )
  join shipping.remotes r on r.name = told.remote and r.canary_since = told.since and told.version in (r.live, r.canary)
  where told.renders >= 0 and told.failures between 0 and told.renders and told.reports >= 0
      and (
      coalesce(told.pattern, '') = ''
      or exists (
        select from shipping.releases p
        where p.remote = told.remote and p.version = told.version and p.document -> 'routes' ? told.pattern
      )
    )
  group by r.name, told.version, coalesce(told.pattern, ''), r.canary_since
  on conflict (remote, version, pattern) do update set
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
comment on function shipping.store_counts(text, jsonb) is
  'For shells: adds counts since the last call, as [{remote, version, pattern, since, renders, failures, reports}]. Counts of another canary are ignored.';
select private.expose('shipping.store_counts', 'anon', 'authenticated');

create function shipping.read_counts(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'remote', c.remote, 'version', c.version, 'pattern', c.pattern,
      'since', to_char(c.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'renders', c.renders, 'failures', c.failures, 'reports', c.reports
    ) order by c.remote, c.version, c.pattern), '[]')
    from shipping.version_counts c
  );
end;
$$;
comment on function shipping.read_counts(text) is 'For teams, shells and operators: the counts of present canaries and of the live releases beside them.';
select private.expose('shipping.read_counts', 'anon', 'authenticated');

create function shipping.add_statement(token text, statement jsonb) returns void
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
comment on function shipping.add_statement(text, jsonb) is
  'For tokens of teams: adds a signed statement, with the right to publish for one that allows a release, to promote for one that revokes it.';
select private.expose('shipping.add_statement', 'anon', 'authenticated');

create function shipping.statements_of(remote text, versions text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'version', s.version, 'kind', s.kind, 'hash', s.hash, 'number', s.number, 'signature', s.signature
  ) order by s.id)
  from shipping.statements s where s.remote = statements_of.remote and s.version = any (versions);
$$;
comment on function shipping.statements_of(text, text[]) is 'Statements about these versions in the order of their arrival; null for none.';

-- Volatile, since it notes the use of the token.
create function shipping.read_release(token text, remote text, version text) returns jsonb
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
comment on function shipping.read_release(text, text, text) is
  'For teams, shells and operators: a published release with its statements, the highest number of the remote, and the newest versions.';
select private.expose('shipping.read_release', 'anon', 'authenticated');

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
comment on function shipping.prune_statements(text, text, text[]) is
  'For operators: deletes statements about a remote by their signatures, which no key verifies, and returns how many.';
select private.expose('shipping.prune_statements', 'anon', 'authenticated');

create trigger begin_counts before insert or update of canary on shipping.remotes
  for each row execute function shipping.begin_counts();

create trigger refuse_change before update on shipping.statements for each row execute function shipping.refuse_change();
create trigger refuse_deletion before delete on shipping.statements
  for each row when (current_setting('shipping.prunes', true) is distinct from 'on') execute function shipping.refuse_change();
