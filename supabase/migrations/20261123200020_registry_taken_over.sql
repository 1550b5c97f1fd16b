-- A platform that kept its registry in a file goes on with it here: what is live, what was before, and how it came to that.

-- As private.promote_release asks for it.
alter table private.remotes add constraint remotes_origin check (origin ~ '^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~-]+)*/?$');

create function private.take_over_remote(who private.deployer, remote text, entry jsonb, retired boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  release jsonb;
  wanted constant integer := (entry ->> 'slot')::integer;
begin
  for release in
    select entry -> 'live' union all select jsonb_array_elements(entry -> 'previous') union all
    select entry #> '{canary,release}' where entry ? 'canary'
  loop
    if release ->> 'name' is distinct from remote then
      raise exception using errcode = 'PT400', message = format('%s has a release of another remote.', remote);
    end if;
    perform private.keep_release(who, release);
  end loop;
  update private.remotes r set
    live = entry #>> '{live,version}',
    previous = array(
      select earlier ->> 'version' from jsonb_array_elements(entry -> 'previous') with ordinality as p (earlier, place) order by place
    ),
    canary = entry #>> '{canary,release,version}',
    canary_percent = (entry #>> '{canary,percent}')::integer,
    canary_margin = (entry #>> '{canary,margin}')::integer,
    is_retired = retired,
    slot = case
      when exists (select from private.remotes other where other.slot = wanted and other.name <> remote) then private.next_slot(remote)
      else wanted
    end,
    origin = entry ->> 'origin',
    started_from = entry ->> 'startedFrom'
  where r.name = remote;
  perform private.expect_no_clash(remote);
  insert into private.release_history (remote, version, action, percent, time, author, reason)
  select
    take_over_remote.remote, move ->> 'version', move ->> 'action', (move ->> 'percent')::integer, (move ->> 'time')::timestamptz,
    -- The database saw none of this: it has it from whoever says so.
    concat_ws(', ', nullif(private.one_line(move ->> 'author'), ''), format('as %s says', who.name)),
    private.one_line(move ->> 'reason')
  from jsonb_array_elements(entry -> 'history') with ordinality as h (move, place) order by place desc;
end;
$$;
revoke execute on function private.take_over_remote(private.deployer, text, jsonb, boolean) from public;

create function private.take_over_registry(token text, registry jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.expect_operator(token);
  remote text;
  entry jsonb;
  retired boolean;
  taken text[] := '{}';
begin
  perform private.begin_move();
  for remote, entry, retired in
    select key, value, false from jsonb_each(registry -> 'remotes')
    union all select key, value, true from jsonb_each(registry -> 'retired')
    order by 1
  loop
    -- What is live here, or was, is newer than any file.
    continue when exists (select from private.remotes r where r.name = remote and r.live is not null);
    perform private.take_over_remote(who, remote, entry, retired);
    taken := taken || remote;
  end loop;
  return taken;
end;
$$;
revoke execute on function private.take_over_registry(text, jsonb) from public;
grant execute on function private.take_over_registry(text, jsonb) to anon, authenticated;

create function public.take_over_registry(token text, registry jsonb) returns text[]
language sql security invoker set search_path = ''
as $$
  select private.take_over_registry(token, registry);
$$;
comment on function public.take_over_registry(text, jsonb) is
  'For operators: remotes with their history, from a registry that was a file. Returns those that were never live here; all others stay as they are.';
revoke execute on function public.take_over_registry(text, jsonb) from public, service_role;
grant execute on function public.take_over_registry(text, jsonb) to anon, authenticated;
