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
    'by', at.author,
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
    select h.time, h.author from shipping.release_history h
    where h.remote = r.name and h.action <> 'canary' order by h.id desc limit 1
  ) at on true;
$$;

create function shipping.moves_overview(of_remote text, skip integer, take integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from shipping.release_history h where of_remote is null or h.remote = of_remote),
    'entries', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.id desc), '[]')
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
    'id', t.id, 'kind', t.kind, 'team', t.team, 'may', t.may, 'created_at', t.created_at, 'created_by', t.created_by,
    'last_used_at', t.last_used_at,
    'expires_at', case when isfinite(t.expires_at) then t.expires_at end,
    'state', case
      when t.revoked_at is not null then 'revoked'
      when t.expires_at <= now() then 'expired'
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

create function shipping.move_remote(
  remote text, newest_move bigint, action text, reason text, version text, percent integer, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  newest shipping.release_history;
begin
  perform shipping.expect_operator(null);
  if shipping.one_line(reason) = '' then
    raise exception using errcode = 'PT400', message = 'Say why, in a few words.';
  end if;
  -- A concurrent transition ends before this line and is seen below.
  perform shipping.begin_move();
  select * into newest from shipping.release_history h where h.remote = move_remote.remote order by h.id desc limit 1;
  if newest.id is distinct from newest_move then
    raise exception using errcode = 'PT409', message = format(
      '%s was moved meanwhile: %s %s, by %s. Nothing was done; look at what is live now.',
      remote, newest.action, newest.version, newest.author
    );
  end if;
  case action
    when 'promote' then perform shipping.promote_release(null, remote, version, null, reason, null, null);
    when 'canary' then perform shipping.canary_release(null, remote, version, percent, null, reason, margin);
    when 'rollback' then perform shipping.roll_back_remote(null, remote, null, reason);
    when 'retire' then perform shipping.retire_remote(null, remote, null, reason);
    else raise exception using errcode = 'PT400', message = 'Expected promote, canary, rollback or retire.';
  end case;
end;
$$;

create function public.move_remote(
  remote text, newest_move bigint, action text, reason text,
  version text default null, percent integer default null, margin integer default null
) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.move_remote(remote, newest_move, action, reason, version, percent, margin);
$$;
comment on function public.move_remote(text, bigint, text, text, text, integer, integer) is
  'For operators with an account: promote, canary, rollback or retire; PT409 when the remote''s history has an entry newer than newest_move.';

revoke execute on all functions in schema shipping from public;
revoke execute on function public.platform_overview, public.move_remote from public, anon, service_role;
grant execute on function
  shipping.platform_overview, shipping.move_remote, public.platform_overview, public.move_remote
  to authenticated;
