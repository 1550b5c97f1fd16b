-- An account can be exported and deleted, each in one transaction, by itself, by operators and by the database's owner.
-- Its texts stay, without its name.

create function private.without_bylines(state jsonb, of_post uuid, of_account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.bylines b
      where b.post = of_post and b.account = of_account and b.name = state ->> 'author'
    ) then jsonb_set(state, '{author}', '""')
    else state
  end;
$$;
comment on function private.without_bylines(jsonb, uuid, uuid) is 'A state of a post in the trail, without the name of an account.';

create function private.erase_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := (select lower(u.email) from auth.users u where u.id = account);
begin
  update public.posts p set author = ''
  from private.bylines b where b.account = erase_account.account and b.post = p.id and b.name = p.author;
  -- After the posts, whose change is in the trail with the name.
  update public.trail t set
    before = private.without_bylines(t.before, t.row_id, account), after = private.without_bylines(t.after, t.row_id, account)
  where t.relation = 'posts'
    and t.row_id in (select b.post from private.bylines b where b.account = erase_account.account);
  delete from private.invitations i
  where i.email = address or i.accepted_by = account or (i.invited_by = account and i.accepted_at is null);
  if to_regprocedure('shipping.forget_account(uuid)') is not null then
    execute 'select shipping.forget_account($1)' using account;
  end if;
  -- These refer to accounts without a foreign key. Projects may lack a table.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = account::text or lower(e.payload ->> 'actor_username') = address;
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id = account;
  end if;
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
end;
$$;
comment on function private.erase_account(uuid) is
  'Deletes an account and what names its person. Rows that it wrote stay: bylines are emptied, the trail keeps an id that refers to nothing.';

create function private.expect_not_last_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.staff s where s.user_id = account and s.is_operator)
    and not exists (select from private.staff s where s.user_id <> account and s.is_operator) then
    raise exception using errcode = 'PT409', message = 'The last operator cannot be deleted. Make another account an operator first.';
  end if;
end;
$$;

create function private.expect_own_or_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is distinct from account and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators and the account itself may do this.';
  end if;
  if not exists (select from auth.users u where u.id = account) then
    raise exception using errcode = 'PT404', message = 'There is no such account.';
  end if;
end;
$$;

create function private.delete_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  -- As remove_staff does: grants and removals run one after the other, and each checks again.
  lock table private.staff in share row exclusive mode;
  perform private.expect_own_or_operator(account);
  perform private.expect_not_last_operator(account);
  perform private.erase_account(account);
end;
$$;

create function public.delete_account(account uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.delete_account(account);
$$;
comment on function public.delete_account(uuid) is
  'For operators and the account itself: deletes an account, its sessions, its rights and what names its person. What it wrote stays.';

create function private.forget_address(address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(address));
  account uuid;
  is_known boolean;
begin
  lock table private.staff in share row exclusive mode;
  is_known := exists (select from private.invitations i where i.email = wanted);
  for account in select u.id from auth.users u where lower(u.email) = wanted loop
    is_known := true;
    perform private.expect_not_last_operator(account);
    perform private.erase_account(account);
  end loop;
  if not is_known then
    raise exception using errcode = 'PT404', message = format('Nobody has the address "%s": neither an account nor an invitation.', address);
  end if;
  delete from private.invitations i where i.email = wanted;
  -- Refused sign-ups and sign-ins name an address that has no account.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e where lower(e.payload ->> 'actor_username') = wanted;
  end if;
end;
$$;
comment on function private.forget_address(text) is
  'For the database''s owner: deletes the accounts and invitations with an address, and what names their person.';

create function private.export_account(account uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
        'email_confirmed_at', u.email_confirmed_at, 'metadata', u.raw_user_meta_data,
        'password_set_at', (select p.set_at from private.passwords p where p.user_id = u.id)
      ),
      'identities', (
        select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data)), '[]')
        from auth.identities i where i.user_id = u.id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip)), '[]')
        from auth.sessions s where s.user_id = u.id
      ),
      'staff', (
        select jsonb_build_object('since', s.created_at, 'is_operator', s.is_operator)
        from private.staff s where s.user_id = u.id
      ),
      'teams', (
        select coalesce(jsonb_agg(m.team), '[]') from shipping.team_members m where m.account = u.id
      ),
      'invitations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'email', i.email, 'note', i.note, 'created_at', i.created_at, 'accepted_at', i.accepted_at
        )), '[]')
        from private.invitations i where lower(u.email) = i.email or u.id in (i.invited_by, i.accepted_by)
      ),
      'posts', (
        select coalesce(jsonb_agg(jsonb_build_object('post', b.post, 'author', b.name)), '[]')
        from private.bylines b where b.account = u.id
      ),
      'workflows', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'user_id'), '[]') from public.workflows w where w.user_id = u.id
      ),
      'prompts', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'user_id'), '[]') from public.prompts p where p.user_id = u.id
      ),
      'ai_calls', (
        select coalesce(jsonb_agg(c.day), '[]') from private.ai_calls c where c.user_id = u.id
      ),
      'writes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', t.happened_at, 'operation', t.operation, 'table', t.relation, 'row', t.row_id, 'title', t.title
        ) order by t.id), '[]')
        from public.trail t where t.actor_id = u.id
      )
    )
    from auth.users u where u.id = account
  );
end;
$$;

create function public.export_account(account uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.export_account(account);
$$;
comment on function public.export_account(uuid) is
  'For operators and the account itself: everything that the database stores about the person, without hashes and tokens.';

revoke execute on function
  private.without_bylines, private.erase_account, private.expect_not_last_operator, private.expect_own_or_operator, private.delete_account,
  private.forget_address, private.export_account
  from public;
revoke execute on function public.delete_account, public.export_account from public, anon, service_role;
grant execute on function private.delete_account, private.export_account, public.delete_account, public.export_account
  to authenticated;
