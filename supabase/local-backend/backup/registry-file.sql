-- Imports the registry and the counts of canaries from files of the version before. A remote that was ever live in
-- the database stays as it is there. Triggers must be off: a canary keeps its beginning.
create function pg_temp.import_registry(registry jsonb, counts jsonb)
returns table (name text, live text, earlier integer, moves integer)
language plpgsql as $$
#variable_conflict use_column
declare
  remote record;
  release jsonb;
begin
  create temporary table imported on commit drop as
  select e.key as name, e.value as entry, e.is_retired from (
    select r.key, r.value, false as is_retired from jsonb_each(registry -> 'remotes') r
    union all
    select r.key, r.value, true from jsonb_each(coalesce(registry -> 'retired', '{}')) r
  ) e
  where not exists (select from shipping.remotes r where r.name = e.key and r.live is not null);

  for remote in select * from imported loop
    for release in
      select remote.entry -> 'live'
      union all select jsonb_array_elements(coalesce(remote.entry -> 'previous', '[]'))
      union all select remote.entry #> '{canary,release}' where remote.entry ? 'canary'
    loop
      if release ->> 'name' is distinct from remote.name or shipping.fault_of(release) is not null then
        raise exception '% has a release that is malformed: %', remote.name, coalesce(shipping.fault_of(release), release ->> 'name');
      end if;
      insert into shipping.releases (remote, version, document, published_by, published_at)
      values (remote.name, release ->> 'version', release, 'registry.json', coalesce(
        (release #>> '{provenance,time}')::timestamptz,
        (
          select min((move ->> 'time')::timestamptz) from jsonb_array_elements(remote.entry -> 'history') move
          where move ->> 'version' = release ->> 'version'
        ),
        now()
      ))
      on conflict do nothing;
    end loop;

    insert into shipping.remotes as r (
      name, slot, origin, live, previous, canary, canary_percent, canary_margin, canary_since, is_retired, started_from
    )
    values (
      remote.name,
      case
        when exists (select from shipping.remotes o where o.slot = (remote.entry ->> 'slot')::integer and o.name <> remote.name)
          then shipping.next_slot(remote.name)
        else (remote.entry ->> 'slot')::integer
      end,
      remote.entry ->> 'origin',
      remote.entry #>> '{live,version}',
      array(
        select p ->> 'version' from jsonb_array_elements(coalesce(remote.entry -> 'previous', '[]')) with ordinality as e (p, place)
        order by place
      ),
      remote.entry #>> '{canary,release,version}',
      (remote.entry #>> '{canary,percent}')::integer,
      case when remote.entry ? 'canary' then coalesce((remote.entry #>> '{canary,margin}')::integer, 5) end,
      case when remote.entry ? 'canary' then coalesce((remote.entry #>> '{canary,since}')::timestamptz, 'epoch') end,
      remote.is_retired,
      remote.entry ->> 'startedFrom'
    )
    on conflict (name) do update set
      slot = excluded.slot, origin = excluded.origin, live = excluded.live, previous = excluded.previous,
      canary = excluded.canary, canary_percent = excluded.canary_percent, canary_margin = excluded.canary_margin,
      canary_since = excluded.canary_since, is_retired = excluded.is_retired, started_from = excluded.started_from;

    insert into shipping.release_history (remote, version, action, percent, time, author, reason)
    select
      remote.name, move ->> 'version', move ->> 'action', (move ->> 'percent')::integer, (move ->> 'time')::timestamptz,
      move ->> 'author', move ->> 'reason'
    from jsonb_array_elements(remote.entry -> 'history') with ordinality as h (move, place) order by place desc;
  end loop;

  insert into shipping.version_counts (remote, version, renders, failures, reports, since)
  select c.remote, c.version, c.renders, c.failures, c.reports, c.since
  from jsonb_to_recordset(counts) as c (
    remote text, version text, renders bigint, failures bigint, reports bigint, since timestamptz
  )
  join shipping.remotes r on r.name = c.remote and r.canary_since = c.since and c.version in (r.live, r.canary)
  where c.remote in (select i.name from imported i);

  perform shipping.expect_no_clash(i.name) from imported i;
  return query
  select r.name, r.live, cardinality(r.previous), (select count(*)::integer from shipping.release_history h where h.remote = r.name)
  from imported i join shipping.remotes r on r.name = i.name order by r.name;
end;
$$;
