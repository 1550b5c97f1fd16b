-- What a canary is judged by: what the shells counted of it and of the version beside it, and how much more it may fail.

alter table private.remotes
  add column canary_since timestamptz,
  add column canary_margin integer constraint remotes_canary_margin check (canary_margin between 0 and 100);
comment on column private.remotes.canary_since is 'Since when this version is the canary: counts of other times are not its own.';
comment on column private.remotes.canary_margin is
  'By how many of 100 renders a canary may fail more than what is live; by more it goes back by itself.';
update private.remotes set canary_since = date_trunc('milliseconds', now()), canary_margin = 5 where canary is not null;
alter table private.remotes add constraint remotes_canary_counted
  check ((canary is null) = (canary_since is null) and (canary is null) = (canary_margin is null));

create table private.version_counts (
  remote text not null,
  version text not null,
  renders bigint not null default 0,
  failures bigint not null default 0,
  reports bigint not null default 0,
  since timestamptz not null,
  primary key (remote, version),
  foreign key (remote, version) references private.releases (remote, version),
  constraint version_counts_sums check (failures between 0 and renders and reports >= 0)
);
comment on table private.version_counts is
  'Of each remote with a canary: what all shells counted of the canary and of what is live, since the canary began.';
comment on column private.version_counts.renders is 'Pages that visitors were answered with.';
comment on column private.version_counts.failures is 'Those of them that failed because of the version''s code.';
comment on column private.version_counts.reports is 'What browsers said. Anybody can say it, so nothing is decided by it.';
alter table private.version_counts enable row level security;
revoke all on private.version_counts from public, anon, authenticated, service_role;

create function private.begin_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.canary is not distinct from old.canary then
    return new;
  end if;
  delete from private.version_counts c where c.remote = new.name;
  -- As exact as the documents that tell it.
  new.canary_since := case when new.canary is not null then date_trunc('milliseconds', clock_timestamp()) end;
  new.canary_margin := case when new.canary is not null then coalesce(new.canary_margin, 5) end;
  return new;
end;
$$;
comment on function private.begin_counts() is 'Another canary, or none any more: what was counted is over. One with another share goes on.';
revoke execute on function private.begin_counts() from public;

create trigger begin_counts before insert or update of canary on private.remotes
  for each row execute function private.begin_counts();

drop function public.canary_release(text, text, text, integer, text, text);
drop function private.canary_release(text, text, text, integer, text, text);

create function private.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
  before private.remotes;
begin
  perform private.expect_right(who, 'promote', remote);
  perform private.begin_move();
  if percent is null or percent not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a share from 0 to 100 percent.';
  end if;
  if margin not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a margin from 0 to 100 of 100 renders.';
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
    canary_percent = nullif(percent, 0),
    canary_margin = case
      when percent = 0 then null
      when r.canary = version then coalesce(canary_release.margin, r.canary_margin)
      else coalesce(canary_release.margin, 5)
    end
  where r.name = remote;
  perform private.expect_no_clash(remote);
  perform private.note_move(who, remote, version, 'canary', percent, author, reason);
end;
$$;
revoke execute on function private.canary_release(text, text, text, integer, text, text, integer) from public;
grant execute on function private.canary_release(text, text, text, integer, text, text, integer) to anon, authenticated;

create function public.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer default null
) returns void
language sql security invoker set search_path = ''
as $$
  select private.canary_release(token, remote, version, percent, author, reason, margin);
$$;
comment on function public.canary_release(text, text, text, integer, text, text, integer) is
  'For teams: a published version is live for a share of the visitors; 0 ends that. Margin: by how many of 100 renders it may fail more than what is live; null: as it is, at first 5.';
revoke execute on function public.canary_release(text, text, text, integer, text, text, integer) from public, service_role;
grant execute on function public.canary_release(text, text, text, integer, text, text, integer) to anon, authenticated;

create or replace function private.registry_document(with_history boolean) returns jsonb
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
        select jsonb_build_object(
          'percent', r.canary_percent,
          'margin', r.canary_margin,
          'since', to_char(r.canary_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'release', p.document
        )
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
