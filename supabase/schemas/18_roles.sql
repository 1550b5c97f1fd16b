-- Roles: owners of records, and which writes the role of a caller allows.

create table private.owners (
  record uuid,
  account uuid not null references auth.users (id) on delete cascade,
  relation text not null,
  primary key (relation, record)
);
comment on table private.owners is
  'The account that created a post, page, course, workshop, ad or picture. Older records, and those of deleted accounts, are nobody''s own.';

create index owners_account on private.owners (account);

alter table private.owners enable row level security;

create function private.expect_publisher() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.role_of_caller() is distinct from 'publisher' then
    raise exception using errcode = '42501', hint = 'role', message = 'Only publishers may do this.';
  end if;
end;
$$;
comment on function private.expect_publisher() is 'Refuses a caller who is not a publisher.';

-- Which writes a role allows.

create function private.owned_record(relation text, state jsonb) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind constant private.kinds := (select k from private.kinds k where k.relation = owned_record.relation);
  reference constant uuid := (state ->> kind.owner_key)::uuid;
begin
  if reference is null or kind.parent is null
    or not exists (select from private.kinds k where k.relation = kind.parent and k.parent is not null) then
    return reference;
  end if;
  return private.owned_record(kind.parent, private.stored_row(kind.parent, reference));
end;
$$;
comment on function private.owned_record(text, jsonb) is
  'The record whose creator owns a row; null for rows that nobody owns, and for a lesson whose module is gone.';

create function private.is_public(relation text, state jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind constant private.kinds := (select k from private.kinds k where k.relation = is_public.relation);
  reference constant uuid := (state ->> kind.parent_key)::uuid;
begin
  if state is null then
    return null;
  elsif reference is not null then
    return private.is_public(kind.parent, private.stored_row(kind.parent, reference));
  end if;
  -- A future time publishes, too.
  return kind.public_key is null or coalesce(state ->> kind.public_key, 'false') <> 'false';
end;
$$;
comment on function private.is_public(text, jsonb) is
  'Whether visitors see a row, now or at a time that is set. Null for a part of a record that is gone.';

create function private.refusal(role text, is_own boolean, is_public boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when role = 'author' and not is_own then 'Authors change only what they created.'
    when role = 'author' and is_public then 'Authors do not change what is published: save a draft and request its publication.'
    when role = 'editor' and not is_own and is_public then 'Editors publish only what they created: save a draft and request its publication.'
  end;
$$;
comment on function private.refusal(text, boolean, boolean) is
  'Why a role does not allow a write of a draft, or with is_public of what visitors see; null when it is allowed.';

create function private.note_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that had an earlier life comes from the trash, and is still its creator's.
  insert into private.owners (relation, record, account)
  select tg_table_name, new.id, s.user_id from private.staff s
  where s.user_id = (select auth.uid()) and not exists (select from public.trail t where t.row_id = new.id)
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_owner() is
  'Notes who created a record. After the insert, as an upsert of another''s record is none; by its name before record_in_trail.';

create function private.check_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role constant text := private.role_at_write();
  states constant jsonb[] := array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
  ], null);
  -- The address of a page's link follows the page.
  derived constant text[] := array['address', 'updated_at'];
  state jsonb;
  is_public boolean;
  fault text;
begin
  if role = 'publisher' then
    return null;
  elsif tg_table_name = 'links' and tg_op = 'UPDATE' and states[2] ->> 'page_id' is not null
    and states[1] - derived = states[2] - derived then
    return null;
  -- The redirects of a record follow it, and come with it.
  elsif tg_table_name = 'redirects' and (pg_trigger_depth() > 1 or current_setting('private.is_import', true) = 'on') then
    return null;
  end if;
  foreach state in array states loop
    is_public := private.is_public(tg_table_name, state);
    -- A deletion by cascade: the deletion of the record was checked.
    continue when is_public is null and tg_op = 'DELETE';
    fault := private.refusal_of_row(role, tg_table_name, state, is_public);
    if fault is not null then
      raise exception using errcode = '42501', hint = 'role', message = fault;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.check_role() is
  'Refuses a write that the role of the caller does not allow: the row as it was and as it is now.';

-- Owners and bylines of deleted records, whose deletion the audit log does not hold any more.
create function private.forget_owners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o using gone
  where gone.operation = 'delete' and o.relation = gone.relation and o.record = gone.row_id
    and not exists (select from public.trail t where t.relation = o.relation and t.row_id = o.record);
  delete from private.bylines b using gone
  where b.post = gone.row_id
    and not exists (select from public.posts p where p.id = b.post)
    and not exists (select from public.trail t where t.row_id = b.post);
  return null;
end;
$$;

-- Lists say beforehand which writes the role of the caller does not allow, by the rule with which check_role refuses them.

create function private.refusal_of_row(role text, relation text, state jsonb, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' then null
    when o.record is null then 'Only publishers may do this.'
    when relation = 'pictures' then private.refusal_of_picture(role, o.record, false)
    else private.refusal(role, private.owns(private.owned_relation(relation, state), o.record), is_public)
  end
  from (select private.owned_record(relation, state)) o (record);
$$;
comment on function private.refusal_of_row(text, text, jsonb, boolean) is
  'Why a role does not allow the caller to write a row, with is_public one that visitors see; null when it is allowed.';

-- It stays callable and refuses nothing, because releases of mf-admin that call it may be live or one to go back to. They
-- show enabled buttons then. A later migration drops it.
create function public.refusals(kinds text[], records uuid[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select '{}'::jsonb;
$$;
comment on function public.refusals(text[], uuid[]) is
  'An empty object: for earlier releases of mf-admin, which disabled what it named.';

-- Rights are decided when a row is written. Policies and expect_staff judge the start of a statement, and a statement may
-- wait for a lock while the account loses its rights. So each write holds the roles first, and each changed
-- row asks for the role again: an account without one is nobody.

create function private.hold_role() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from private.staff s where s.user_id = (select auth.uid())) then
    lock table private.staff in row exclusive mode;
  end if;
end;
$$;
comment on function private.hold_role() is
  'Delays the end or change of a role until the transaction ends. A lock of the table has a queue, so that writes one after the other delay no removal for ever. Comes before the locks of records.';

create function private.role_at_write() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  role text;
begin
  -- Service, schedules and functions for tokens have no account. The flags are set by retention and erasure themselves.
  if (select auth.uid()) is null
    or current_setting('private.is_retention', true) = 'on' or current_setting('private.is_erasure', true) = 'on' then
    return 'publisher';
  end if;
  role := private.role_of_caller();
  if role is null then
    raise exception using errcode = '42501', message = 'Only staff may do this.';
  end if;
  return role;
end;
$$;
comment on function private.role_at_write() is
  'The role of the caller now, publisher for writes without an account; refuses an account without a role. Volatile, so that it does not see the start of the statement.';

create function private.hold_role_of_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_role();
  return null;
end;
$$;

create function private.expect_staff_at_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.role_at_write();
  return null;
end;
$$;
comment on function private.expect_staff_at_write() is 'Refuses a row by an account that is not staff any more. For tables without check_role.';

create function private.owns(relation text, record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.owners o
    where o.relation = owns.relation and o.record = owns.record and o.account = (select auth.uid())
  );
$$;
comment on function private.owns(text, uuid) is 'Whether the caller created a record.';

create function private.owned_relation(relation text, state jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  kind private.kinds := (select k from private.kinds k where k.relation = owned_relation.relation);
begin
  if relation = 'drafts' then
    return state ->> 'relation';
  end if;
  while kind.parent is not null loop
    select k.* into kind from private.kinds k where k.relation = kind.parent;
  end loop;
  return coalesce(kind.relation, relation);
end;
$$;
comment on function private.owned_relation(text, jsonb) is 'The table of the record whose creator owns a row.';

grant execute on function public.refusals to authenticated;
