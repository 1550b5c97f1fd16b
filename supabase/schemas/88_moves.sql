-- Moves of the registry: promotion, rollback, retirement, and who may make them.

create function shipping.begin_move() returns void
language sql security definer set search_path = ''
as $$
  update shipping.registry_version set version = gen_random_uuid();
$$;
comment on function shipping.begin_move() is 'Serializes transitions: the next one waits for the row lock and reads the result of this one.';

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
  insert into shipping.release_history (remote, version, action, percent, author, author_account, reason)
  values (
    remote, version, action, percent,
    -- The authenticated name comes first, then the name that the caller gave.
    concat_ws(', ', case when who.account is null then who.name end, nullif(shipping.one_line(author), '')),
    who.account, shipping.one_line(reason)
  );
$$;

create function shipping.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'promote', remote);
  perform shipping.expect_published(remote, version);
  perform shipping.expect_shipped(who, remote, version);
  perform shipping.expect_tried(who, remote, version);
  if origin is not null or started_from is not null then
    perform shipping.expect_token(who);
  end if;
  if origin is not null then
    perform shipping.expect_origin(who, remote, origin);
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
comment on function shipping.promote_release(text, text, text, text, text, text, text) is
  'For teams: makes a published release live for everybody. Null leaves origin and started_from as they are.';
select private.expose('shipping.promote_release', 'anon', 'authenticated');

create function shipping.roll_back_remote(token text, remote text, author text, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'promote', remote);
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
comment on function shipping.roll_back_remote(text, text, text, text) is
  'For teams: makes the release live that was live before. Returns its version.';
select private.expose('shipping.roll_back_remote', 'anon', 'authenticated');

create function shipping.retire_remote(token text, remote text, author text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'promote', remote);
  before := shipping.live_remote(remote);
  update shipping.remotes r set is_retired = true, canary = null, canary_percent = null where r.name = remote;
  perform shipping.note_move(who, remote, before.live, 'retire', null, author, reason);
end;
$$;
comment on function shipping.retire_remote(text, text, text, text) is
  'For teams: takes a remote out of the platform until it is promoted again.';
select private.expose('shipping.retire_remote', 'anon', 'authenticated');

create function shipping.move_remote(
  remote text, newest_move bigint, action text, reason text,
  version text default null, percent integer default null, margin integer default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  newest shipping.release_history;
begin
  perform shipping.expect_fresh_operator(null);
  if shipping.one_line(reason) = '' then
    raise exception using errcode = 'PT400', message = 'Say why, in a few words.';
  end if;
  -- A concurrent transition ends before this line and is seen below.
  perform shipping.begin_move();
  select * into newest from shipping.release_history h where h.remote = move_remote.remote order by h.id desc limit 1;
  if newest.id is distinct from newest_move then
    raise exception using errcode = 'PT409', message = format(
      '%s was moved meanwhile: %s %s, by %s. Nothing was done; look at what is live now.',
      remote, newest.action, newest.version, shipping.author_of(newest.author_account, newest.author)
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
comment on function shipping.move_remote(text, bigint, text, text, text, integer, integer) is
  'For operators with an account: promote, canary, rollback or retire; PT409 when the remote''s history has an entry newer than newest_move.';
select private.expose('shipping.move_remote', 'authenticated');

create function shipping.was_shipped(remote text, version text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from shipping.release_history h
    where h.remote = was_shipped.remote and h.version = was_shipped.version and h.action in ('promote', 'canary', 'rollback')
  ) or exists (
    select from shipping.remotes r
    where r.name = was_shipped.remote and was_shipped.version = any (array[r.live, r.canary] || r.previous)
  );
$$;
comment on function shipping.was_shipped(text, text) is 'Whether a version was live or a canary before.';

create function shipping.expect_shipped(who shipping.deployer, remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if who.account is not null and not shipping.was_shipped(remote, version) then
    raise exception using errcode = '42501', message = format(
      '%s@%s was never live nor a canary; expected a token, as the command line sends it.', remote, version
    );
  end if;
end;
$$;
comment on function shipping.expect_shipped(shipping.deployer, text, text) is
  'Refuses a session that ships a version that was neither live nor a canary before.';

create function shipping.expect_tried(who shipping.deployer, remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  moves constant shipping.release_history[] := array(
    select h from shipping.release_history h where h.remote = expect_tried.remote and h.version = expect_tried.version
  );
  began timestamptz;
begin
  if who.kind = 'operator' or exists (select from unnest(moves) m where m.action in ('promote', 'rollback')) then
    return;
  end if;
  select min(m.time) into began from unnest(moves) m where m.action = 'canary';
  if began > now() - interval '10 minutes' then
    raise exception using errcode = 'PT409', message = format(
      'The canary %s@%s began less than 10 minutes ago; expected a promotion from %s on, or one by an operator.',
      remote, version, to_char(began at time zone 'UTC' + interval '10 minutes', 'YYYY-MM-DD HH24:MI:SS "UTC"')
    );
  end if;
end;
$$;
comment on function shipping.expect_tried(shipping.deployer, text, text) is
  'Refuses a team that promotes a version for the first time within 10 minutes of its first canary, which nobody watched.';

-- Personal text has an end: names of an account become former member, and nothing else of the history changes.

create function shipping.without_name(said text, names text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  listed text := format(', %s, ', said);
  name text;
begin
  foreach name in array names loop
    listed := replace(listed, format(', %s, ', name), ', former member, ');
  end loop;
  return substr(listed, 3, length(listed) - 4);
end;
$$;

create function shipping.only_forgets(before text, after text) returns boolean
language sql immutable set search_path = ''
as $$
  select position('former member' in after) > 0
    and before like replace(regexp_replace(after, '([\\%_])', '\\\1', 'g'), 'former member', '%');
$$;
comment on function shipping.only_forgets(text, text) is 'Whether a text differs only in names that became former member.';

create function shipping.names_of(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from auth.users u,
      unnest(array[u.email, u.raw_user_meta_data ->> 'display_name']::text[]) name
    -- The registry itself writes these two.
    where u.id = account and btrim(name) <> '' and name !~ '\(token ' and name <> 'the owner of the database'
  );
$$;
comment on function shipping.names_of(uuid) is 'The address and the name of an account, as commands give them for the history.';

create function shipping.forget_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  names constant text[] := shipping.names_of(account);
begin
  update shipping.release_history h set
    author = case when h.author_account = account then 'former member' else shipping.without_name(h.author, names) end
  where (h.author_account = account and h.author <> 'former member')
    or h.author <> shipping.without_name(h.author, names);
  update shipping.releases p set
    published_by = case when p.published_by_account = account then 'former member' else shipping.without_name(p.published_by, names) end
  where (p.published_by_account = account and p.published_by <> 'former member')
    or p.published_by <> shipping.without_name(p.published_by, names);
  update shipping.deploy_tokens t set
    created_by = case when t.created_by_account = account then 'former member' else shipping.without_name(t.created_by, names) end
  where t.created_by_account = account or t.created_by <> shipping.without_name(t.created_by, names);
end;
$$;
comment on function shipping.forget_account(uuid) is
  'For the deletion of an account: removes its address and name from the history, the releases and the tokens.';

-- Moves of the registry hold the rights of their caller. A move waits for others, and meanwhile a token may be revoked, an
-- account lose its rights, or a team its remote.

create function shipping.mover_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
begin
  if token is null then
    perform private.hold_rights((select auth.uid()));
  else
    perform from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8')) for share;
  end if;
  return shipping.deployer_of(token);
end;
$$;
comment on function shipping.mover_of(text) is
  'The caller, as shipping.deployer_of says, whose rights stay until the transaction ends: for whatever writes. Comes before the lock of the registry.';

create function shipping.begin_move(who shipping.deployer, right_name text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the lock, so that a caller without the right waits for no other, and under it, as the remote may have moved.
  perform shipping.expect_right(who, right_name, remote);
  perform shipping.begin_move();
  perform shipping.expect_right(who, right_name, remote);
end;
$$;
