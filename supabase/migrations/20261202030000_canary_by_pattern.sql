-- Canaries are judged by route pattern: each pattern of the canary beside the same pattern of the live release. A pattern
-- that always fails would otherwise go unnoticed beside one that most visitors open.

alter table shipping.version_counts add column pattern text not null default '';
comment on column shipping.version_counts.pattern is 'The route pattern of the pages; empty for reports, and for shells of an earlier version.';
alter table shipping.version_counts drop constraint version_counts_pkey;
alter table shipping.version_counts add primary key (remote, version, pattern);
comment on column shipping.version_counts.renders is 'Pages. A client counts once a minute for each pattern.';
comment on column shipping.version_counts.failures is 'Pages that failed because of the release''s code.';

-- The key of the cookies that assign visitors to a canary. Only shells read it.

alter table shipping.registry_version
  add column bucket_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
comment on column shipping.registry_version.bucket_key is 'Signs the cookies that assign visitors to a canary. Random; only shells receive it.';

create or replace function shipping.registry_document(with_history boolean) returns jsonb
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
    'bucketKey', case when not with_history then (select bucket_key from shipping.registry_version) end,
    'servedAt', (select served_at from shipping.registry_version),
    'remotes', coalesce(jsonb_object_agg(name, entry) filter (where live is not null and not is_retired), '{}'),
    'retired', coalesce(jsonb_object_agg(name, entry) filter (where is_retired), '{}'),
    'coming', jsonb_object_agg(name, jsonb_build_object('slot', slot)) filter (where is_coming)
  ))
  from entries;
$$;

create or replace function shipping.failing_canaries() returns table (remote text, version text, reason text)
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

create or replace function shipping.store_counts(token text, counts jsonb) returns void
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

comment on function public.store_counts(text, jsonb) is
  'For shells: adds counts since the last call, as [{remote, version, pattern, since, renders, failures, reports}]. Counts of another canary are ignored.';

create or replace function shipping.read_counts(token text) returns jsonb
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
