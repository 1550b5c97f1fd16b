-- An operator sees which tokens are in use before revoking one.

alter table private.deploy_tokens add column last_used_at timestamptz;
comment on column private.deploy_tokens.last_used_at is 'To the minute, since a shell shows its token each second.';

create or replace function private.deployer_of(token text) returns private.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
  found private.deploy_tokens;
  who private.deployer;
begin
  if token is not null then
    select * into found from private.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    end if;
    perform private.note_use(found);
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id)
    )::private.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from private.team_members m where m.account = s.user_id),
    array['publish', 'promote'],
    u.email
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = account;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  return who;
end;
$$;

create function private.note_use(token private.deploy_tokens) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A project whose disk is full takes no writes, and still says what is live.
  if token.last_used_at > now() - interval '1 minute' or current_setting('transaction_read_only')::boolean then
    return;
  end if;
  -- Whoever notes the same at this moment does it for both: nobody waits.
  update private.deploy_tokens t set last_used_at = now()
  where t.id = (select u.id from private.deploy_tokens u where u.id = token.id for no key update skip locked);
end;
$$;
comment on function private.note_use(private.deploy_tokens) is 'Keeps, to the minute, when a token was shown last.';
revoke execute on function private.note_use(private.deploy_tokens) from public;

-- It leaves that mark, and PostgREST calls what is stable where nothing may be written.
alter function private.read_registry(text, uuid) volatile;
alter function public.read_registry(text, uuid) volatile;
