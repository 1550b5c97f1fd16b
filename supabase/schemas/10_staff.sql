-- Staff: the accounts that may use the admin area. A table decides about rights, never claims of a token or metadata that
-- a user can edit.

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  is_operator boolean not null default false,
  role text not null default 'publisher'
    constraint staff_role check (role in ('publisher', 'editor', 'author'))
);
comment on table private.staff is 'Accounts that may use the admin area.';
comment on column private.staff.is_operator is
  'Operators decide who owns a remote and who else is an operator. The first account is one. Name another with: update private.staff set is_operator = true where user_id = ''…''.';
comment on column private.staff.role is 'Only operators change it, by set_role or an invitation. An operator is a publisher.';

-- Only operators give a role: an account that comes back has the role that it had, unless an operator invites it.
create table private.former_roles (
  account uuid primary key references auth.users (id) on delete cascade,
  role text not null
);
comment on table private.former_roles is
  'Roles narrower than publisher of accounts that were removed: an invitation by a publisher gives no more than this.';

alter table private.staff enable row level security;
alter table private.former_roles enable row level security;

create view private.staff_accounts as
select s.user_id as id, u.email, s.created_at as since, u.last_sign_in_at, u.email_confirmed_at, s.is_operator, s.role
from private.staff s join auth.users u on u.id = s.user_id;
comment on view private.staff_accounts is 'For the operator: the accounts that may use the admin area.';

-- The rights of an account.

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid())) and private.shows_second_factor();
$$;
comment on function private.is_staff() is 'Whether the caller may use the admin area. For the interface only: policies decide by themselves.';
select private.expose('is_staff', 'anon', 'authenticated', 'service_role');

-- The signed cookie of a shell ends with the rights of the account that it was made for.
create function private.account_is_staff(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = account);
$$;
comment on function private.account_is_staff(uuid) is
  'Whether an account is staff: for servers that know its id from a token. An id cannot be guessed, and the answer says nothing else.';
select private.expose('account_is_staff', 'anon', 'authenticated', 'service_role');

create function private.expect_staff() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception using errcode = '42501', message = 'Only staff may do this.';
  end if;
end;
$$;
comment on function private.expect_staff() is 'Refuses a caller who is not staff.';

create function private.is_operator() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid()) and is_operator)
    and private.shows_second_factor();
$$;
comment on function private.is_operator() is 'Whether the caller is an operator. For the interface only: functions decide by themselves.';
select private.expose('is_operator', 'authenticated');

create function private.name_first_operator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_operator := new.is_operator or not exists (select from private.staff);
  return new;
end;
$$;
comment on function private.name_first_operator() is 'Makes the first staff account an operator.';

create function private.keep_operators() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The database's owner has no account and may do everything.
  if not old.is_operator or (select auth.uid()) is null then
    return old;
  end if;
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may take an operator''s rights away.';
  end if;
  if not exists (select from private.staff where is_operator and user_id <> old.user_id) then
    raise exception using errcode = 'PT409', message = 'The last operator cannot be removed.';
  end if;
  return old;
end;
$$;
comment on function private.keep_operators() is
  'Only operators remove operators, and nobody removes the last one.';

-- Staff see who is staff, invite others and take rights away.

create function private.read_accounts(skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'sign_up', (select sign_up from private.settings),
    'total', (select count(*) from private.staff),
    'may_name_operators', private.is_operator(),
    'may_invite', private.role_of_caller() = 'publisher',
    'staff', (
      select coalesce(jsonb_agg(to_jsonb(page)), '[]')
      from (
        select id, email, since, last_sign_in_at, is_operator, role from private.staff_accounts
        order by email, id limit least(take, 1000) offset skip
      ) page
    ),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(open)), '[]')
      from (
        select i.id, i.email, i.note, u.email as invited_by, i.expires_at, i.role
        from private.invitations i left join auth.users u on u.id = i.invited_by
        where i.accepted_at is null order by i.expires_at desc, i.id
      ) open
    )
  );
end;
$$;
comment on function private.read_accounts(integer, integer) is
  'For staff: the sign-up rule, the number of staff, a page of them by address, all open invitations, and whether the caller may name operators.';
select private.expose('read_accounts', 'authenticated');

create function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_publisher();
  perform private.expect_fresh_sign_in();
  -- Calls run one after the other, and each checks again: while it waited, the caller may have been removed or become
  -- the last one.
  lock table private.staff in share row exclusive mode;
  perform private.expect_publisher();
  if not exists (select from private.staff where user_id = account) then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  end if;
  if (select count(*) from private.staff) = 1 then
    raise exception using errcode = 'PT409', message = 'The last one who is staff cannot be removed.';
  end if;
  delete from private.staff where user_id = account;
  -- An invitation for it would bring it back.
  delete from private.invitations i
  where i.accepted_at is null and i.email = (select lower(u.email) from auth.users u where u.id = account);
end;
$$;
comment on function private.remove_staff(uuid) is
  'For publishers, soon after a sign-in: takes away the rights of an account and the invitations that it made, at once. The last staff account stays.';
select private.expose('remove_staff', 'authenticated');

create function private.operators_publish() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_operator then
    new.role := 'publisher';
  end if;
  return new;
end;
$$;
comment on function private.operators_publish() is 'Makes an operator a publisher.';

create function private.role_of_caller() returns text
language sql stable security definer set search_path = ''
as $$
  select s.role from private.staff s where s.user_id = (select auth.uid());
$$;
comment on function private.role_of_caller() is 'publisher, editor or author; null without an account of staff.';

create function public.own_role() returns text
language sql stable security invoker set search_path = ''
as $$
  select private.role_of_caller();
$$;
comment on function public.own_role() is 'The role of the caller: publisher, editor or author. For the interface only: triggers decide by themselves.';

-- Accounts: operators give roles, publishers invite and remove.

create function private.expect_role(role text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(role not in ('publisher', 'editor', 'author'), true) then
    raise exception using errcode = 'PT400', message = format('"%s" is no role; expected publisher, editor or author.', role);
  end if;
end;
$$;

create function private.set_role(account uuid, role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  present private.staff;
begin
  -- As remove_staff does: writes of the account end before, and see the role afterwards.
  lock table private.staff in share row exclusive mode;
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  perform private.expect_fresh_sign_in();
  perform private.expect_role(role);
  select s.* into present from private.staff s where s.user_id = account for update;
  if present.user_id is null then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  elsif present.is_operator and role <> 'publisher' then
    raise exception using errcode = 'PT409', message = 'An operator is a publisher.';
  end if;
  update private.staff s set role = set_role.role where s.user_id = account;
end;
$$;
comment on function private.set_role(uuid, text) is
  'For operators, soon after a sign-in: makes an account of staff publisher, editor or author.';
select private.expose('set_role', 'authenticated');

create function private.keep_former_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role <> 'publisher' and exists (select from auth.users u where u.id = old.user_id) then
    insert into private.former_roles (account, role) values (old.user_id, old.role)
    on conflict (account) do update set role = excluded.role;
  end if;
  return null;
end;
$$;

create trigger name_first_operator before insert on private.staff
  for each row execute function private.name_first_operator();
create trigger keep_operators before delete on private.staff
  for each row execute function private.keep_operators();

-- After name_first_operator, by its name.
create trigger operators_publish before insert or update on private.staff
  for each row execute function private.operators_publish();
create trigger keep_former_role after delete on private.staff
  for each row execute function private.keep_former_role();

grant execute on function private.role_of_caller, public.own_role to authenticated;
