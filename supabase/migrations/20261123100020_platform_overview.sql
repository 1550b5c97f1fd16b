-- What operators see of the platform in the admin area, and how they move remotes there.

create function private.versions_overview(remote private.remotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with known as (
    select p.version, p.published_at,
      (select max(h.time) from private.release_history h where h.remote = p.remote and h.version = p.version) as moved_at
    from private.releases p where p.remote = remote.name
  )
  select jsonb_build_object(
    -- What the store still has, as `pnpm remote prune` takes nothing of it.
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
comment on function private.versions_overview(private.remotes) is
  'What can be live here: versions that were live or a canary, so that the checks that need code were made; and the newest that was only published.';
revoke execute on function private.versions_overview(private.remotes) from public;

create function private.remotes_overview() returns jsonb
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
      select coalesce(jsonb_agg(to_jsonb(c) - 'remote'), '[]') from private.version_counts c where c.remote = r.name
    ),
    'newest_move', (select max(h.id) from private.release_history h where h.remote = r.name)
  ) || private.versions_overview(r) order by r.name), '[]')
  from private.remotes r
  left join lateral (
    select h.time, h.author from private.release_history h
    where h.remote = r.name and h.action <> 'canary' order by h.id desc limit 1
  ) at on true;
$$;
revoke execute on function private.remotes_overview() from public;

create function private.moves_overview(of_remote text, skip integer, take integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from private.release_history h where of_remote is null or h.remote = of_remote),
    'entries', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.id desc), '[]')
      from (
        select h.* from private.release_history h where of_remote is null or h.remote = of_remote
        order by h.id desc limit least(take, 1000) offset skip
      ) page
    )
  );
$$;
revoke execute on function private.moves_overview(text, integer, integer) from public;

create function private.teams_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', t.name,
    'remotes', array(select r.name from private.remotes r where r.team = t.name order by r.name),
    'members', array(
      select u.email from private.team_members m join auth.users u on u.id = m.account where m.team = t.name order by u.email
    )
  ) order by t.name), '[]')
  from private.teams t;
$$;
revoke execute on function private.teams_overview() from public;

create function private.tokens_overview() returns jsonb
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
    select * from private.deploy_tokens d
    order by (d.revoked_at is null and d.expires_at > now()) desc, d.created_at desc, d.id limit 200
  ) t;
$$;
comment on function private.tokens_overview() is 'Tokens without what is secret of them; of more than 200 those that are valid.';
revoke execute on function private.tokens_overview() from public;

create function private.platform_overview(of_remote text, skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return jsonb_build_object(
    'remotes', private.remotes_overview(),
    'history', private.moves_overview(of_remote, skip, take),
    'teams', private.teams_overview(),
    'tokens', private.tokens_overview()
  );
end;
$$;
revoke execute on function private.platform_overview(text, integer, integer) from public;
grant execute on function private.platform_overview(text, integer, integer) to authenticated;

create function private.move_remote(
  remote text, newest_move bigint, action text, reason text, version text, percent integer, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  newest private.release_history;
begin
  perform private.expect_operator(null);
  if private.one_line(reason) = '' then
    raise exception using errcode = 'PT400', message = 'Say why, in a few words.';
  end if;
  -- Whoever moves at this moment comes first, and is seen here.
  perform private.begin_move();
  select * into newest from private.release_history h where h.remote = move_remote.remote order by h.id desc limit 1;
  if newest.id is distinct from newest_move then
    raise exception using errcode = 'PT409', message = format(
      '%s was moved meanwhile: %s %s, by %s. Nothing was done; look at what is live now.',
      remote, newest.action, newest.version, newest.author
    );
  end if;
  case action
    when 'promote' then perform private.promote_release(null, remote, version, null, reason, null, null);
    when 'canary' then perform private.canary_release(null, remote, version, percent, null, reason, margin);
    when 'rollback' then perform private.roll_back_remote(null, remote, null, reason);
    when 'retire' then perform private.retire_remote(null, remote, null, reason);
    else raise exception using errcode = 'PT400', message = 'Expected promote, canary, rollback or retire.';
  end case;
end;
$$;
revoke execute on function private.move_remote(text, bigint, text, text, text, integer, integer) from public;
grant execute on function private.move_remote(text, bigint, text, text, text, integer, integer) to authenticated;

create function public.platform_overview(skip integer, take integer, of_remote text default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.platform_overview(of_remote, skip, take);
$$;
comment on function public.platform_overview(integer, integer, text) is
  'For operators: remotes with their canaries and counts, a page of the history, of one remote or of all, teams and tokens.';
revoke execute on function public.platform_overview(integer, integer, text) from public, anon, service_role;
grant execute on function public.platform_overview(integer, integer, text) to authenticated;

create function public.move_remote(
  remote text, newest_move bigint, action text, reason text,
  version text default null, percent integer default null, margin integer default null
) returns void
language sql security invoker set search_path = ''
as $$
  select private.move_remote(remote, newest_move, action, reason, version, percent, margin);
$$;
comment on function public.move_remote(text, bigint, text, text, text, integer, integer) is
  'For operators with an account: promote, canary, rollback or retire, refused with PT409 when the remote''s history has a newer entry than the one that was seen.';
revoke execute on function public.move_remote(text, bigint, text, text, text, integer, integer) from public, anon, service_role;
grant execute on function public.move_remote(text, bigint, text, text, text, integer, integer) to authenticated;
