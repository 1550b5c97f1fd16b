-- Moves: who may make which version live, from where, and after which time as a canary; and authors by their account.

alter table shipping.release_history add author_account uuid;
alter table shipping.releases add published_by_account uuid;
comment on column shipping.release_history.author_account is
  'The account of a session; its address is read when the history is. Without a foreign key: the id outlives the account.';

alter table shipping.release_history disable trigger refuse_change;
update shipping.release_history h set
  author_account = u.id,
  author = case when h.author = u.email then '' else substr(h.author, length(u.email) + 3) end
from auth.users u where h.author = u.email or starts_with(h.author, u.email || ', ');
alter table shipping.release_history enable trigger refuse_change;
alter table shipping.releases disable trigger refuse_change;
update shipping.releases p set published_by_account = u.id, published_by = ''
from auth.users u where p.published_by = u.email;
alter table shipping.releases enable trigger refuse_change;

create or replace function shipping.note_move(
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

create or replace function shipping.keep_release(who shipping.deployer, release jsonb) returns void
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
  -- Transitions take this lock first, too. The version of the registry stays as long as no live release changes.
  perform from shipping.registry_version for update;
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

create or replace function shipping.publish_release(token text, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, 'publish', release ->> 'name');
  perform shipping.keep_release(who, release);
end;
$$;

create or replace function shipping.promote_release(
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

create or replace function shipping.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'canary', remote);
  perform shipping.begin_move();
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

create or replace function shipping.take_over_registry(token text, registry jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_operators_token(token);
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
    if entry ? 'origin' then
      perform shipping.expect_origin(who, remote, entry ->> 'origin');
    end if;
    perform shipping.take_over_remote(who, remote, entry, retired);
    taken := taken || remote;
  end loop;
  return taken;
end;
$$;

create or replace function shipping.move_remote(
  remote text, newest_move bigint, action text, reason text, version text, percent integer, margin integer
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

-- The history, with authors as they are called now.

create or replace function shipping.history_of(remote text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'version', h.version, 'action', h.action, 'percent', h.percent,
    'author', shipping.author_of(h.author_account, h.author), 'reason', h.reason,
    'time', to_char(h.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )) order by h.id desc), '[]')
  from (select * from shipping.release_history e where e.remote = history_of.remote order by e.id desc limit 500) h;
$$;

create or replace function shipping.remotes_overview() returns jsonb
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

create or replace function shipping.moves_overview(of_remote text, skip integer, take integer) returns jsonb
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

create or replace function shipping.refuse_change() returns trigger
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

create or replace function shipping.refuse_change_of_release() returns trigger
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

create function shipping.names_of(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from auth.users u,
      unnest(array[u.email, u.raw_user_meta_data ->> 'display_name']::text[]) name
    where u.id = account and btrim(name) <> ''
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

revoke execute on all functions in schema shipping from public;
