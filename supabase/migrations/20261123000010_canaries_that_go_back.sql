-- Shells tell what they counted, and a canary that fails by more than its margin goes back in the same transaction. The
-- registry in a file does the same in shell/registry/canary-counts.ts: one table of cases tests both.

create function private.failing_canaries() returns table (remote text, version text, reason text)
language sql stable security definer set search_path = ''
as $$
  select r.name, r.canary, format(
    'went back by itself: %s of %s renders failed, of %s beside it %s of %s; the margin is %s of 100',
    c.failures, c.renders, r.live, coalesce(l.failures, 0), coalesce(l.renders, 0), r.canary_margin
  )
  from private.remotes r
  join private.version_counts c on c.remote = r.name and c.version = r.canary
  left join private.version_counts l on l.remote = r.name and l.version = r.live
  where c.renders >= 200
    and 100.0 * c.failures / c.renders - coalesce(100.0 * l.failures / nullif(l.renders, 0), 0) > r.canary_margin;
$$;
comment on function private.failing_canaries() is
  'Canaries of which at least 200 renders were counted, and more failed than of what is live, by more than the margin.';
revoke execute on function private.failing_canaries() from public;

create function private.store_counts(token text, counts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  failing record;
begin
  if who.kind <> 'shell' then
    raise exception using errcode = '42501', message = 'Only shells may do this.';
  end if;
  -- One after the other, as moves are.
  perform from private.registry_version for update;
  insert into private.version_counts as c (remote, version, since, renders, failures, reports)
  select r.name, told.version, r.canary_since, sum(told.renders), sum(told.failures), sum(told.reports)
  from jsonb_to_recordset(counts) as told (
    remote text, version text, since timestamptz, renders integer, failures integer, reports integer
  )
  join private.remotes r on r.name = told.remote and r.canary_since = told.since and told.version in (r.live, r.canary)
  where told.renders >= 0 and told.failures between 0 and told.renders and told.reports >= 0
  group by r.name, told.version, r.canary_since
  on conflict (remote, version) do update set
    renders = c.renders + excluded.renders,
    failures = c.failures + excluded.failures,
    reports = c.reports + excluded.reports;
  for failing in select * from private.failing_canaries() loop
    perform private.begin_move();
    update private.remotes r set canary = null, canary_percent = null where r.name = failing.remote;
    perform private.note_move(who, failing.remote, failing.version, 'canary', 0, null, failing.reason);
  end loop;
end;
$$;
revoke execute on function private.store_counts(text, jsonb) from public;
grant execute on function private.store_counts(text, jsonb) to anon, authenticated;

create function private.read_counts(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.deployer_of(token);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'remote', c.remote, 'version', c.version,
      'since', to_char(c.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'renders', c.renders, 'failures', c.failures, 'reports', c.reports
    ) order by c.remote, c.version), '[]')
    from private.version_counts c
  );
end;
$$;
revoke execute on function private.read_counts(text) from public;
grant execute on function private.read_counts(text) to anon, authenticated;

create function public.store_counts(token text, counts jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select private.store_counts(token, counts);
$$;
comment on function public.store_counts(text, jsonb) is
  'For shells: what was counted since they last told, as [{remote, version, since, renders, failures, reports}]. Counts of another canary than the one in force, and of nothing, change nothing.';

create function public.read_counts(token text) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_counts(token);
$$;
comment on function public.read_counts(text) is 'For teams, shells and operators: what was counted of canaries in force and of what is live beside them.';

revoke execute on function public.store_counts(text, jsonb), public.read_counts(text) from public, service_role;
grant execute on function public.store_counts(text, jsonb), public.read_counts(text) to anon, authenticated;
