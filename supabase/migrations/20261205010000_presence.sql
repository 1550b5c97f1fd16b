-- Presence: which accounts have the form of a record open.

create table private.open_records (
  account uuid not null references auth.users (id) on delete cascade,
  kind text not null constraint open_records_kind check (length(kind) between 1 and 63),
  record uuid not null,
  seen_at timestamptz not null default now(),
  primary key (record, kind, account)
);
comment on table private.open_records is
  'Heartbeats of open forms. They count for 60 seconds; open_record deletes those of a record after 90, private.retention all others.';
comment on column private.open_records.kind is 'The table of the record.';
create index open_records_account on private.open_records (account);
create index open_records_oldest on private.open_records (seen_at);
alter table private.open_records enable row level security;
revoke all on private.open_records from public, anon, authenticated, service_role;

create function private.open_record(kind text, record uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.open_records o where (o.account, o.kind, o.record) in (
    select r.account, r.kind, r.record from private.open_records r
    where r.kind = open_record.kind and r.record = open_record.record and r.account <> auth.uid()
      and r.seen_at < now() - interval '90 seconds'
    for update skip locked
  );
  insert into private.open_records (account, kind, record)
  values (auth.uid(), open_record.kind, open_record.record)
  on conflict on constraint open_records_pkey do update set seen_at = now();
  return array(
    select coalesce(p.name, p.address) as shown
    from private.open_records o
    join private.staff s on s.user_id = o.account
    cross join private.person(o.account) p
    where o.kind = open_record.kind and o.record = open_record.record and o.account <> auth.uid()
      and o.seen_at > now() - interval '60 seconds'
    order by shown
  );
end;
$$;
comment on function private.open_record(text, uuid) is 'Stores a heartbeat of the caller, and returns the names of others.';

create function public.open_record(kind text, record uuid) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.open_record(kind, record);
$$;
comment on function public.open_record(text, uuid) is
  'For staff: says that the caller has the form of a record open, and returns the names of others who said so in the last 60 seconds.';

create function private.close_record(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.open_records o
  where o.account = auth.uid() and o.kind = close_record.kind and o.record = close_record.record;
end;
$$;
comment on function private.close_record(text, uuid) is 'Deletes the heartbeat of the caller.';

create function public.close_record(kind text, record uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.close_record(kind, record);
$$;
comment on function public.close_record(text, uuid) is 'For staff: says that the caller has left the form of a record.';

revoke execute on function private.open_record, public.open_record, private.close_record, public.close_record
  from public, anon;
revoke execute on function public.open_record, public.close_record from service_role;
grant execute on function private.open_record, public.open_record, private.close_record, public.close_record
  to authenticated;

insert into private.retention (subject, days, purpose) values
  ('private.open_records', 1, 'Says who has a form open; counts for a minute.');

create or replace function private.delete_expired(subject text, till timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  found_rows integer := 0;
  account uuid;
begin
  case subject
  when 'public.trail' then
    delete from public.trail where id in (
      select t.id from public.trail t where t.happened_at < till order by t.happened_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
    delete from private.bylines b
    where not exists (select from public.posts p where p.id = b.post)
      and not exists (select from public.trail t where t.row_id = b.post);
  when 'public.workflows' then
    delete from public.workflows where id in (
      select w.id from public.workflows w where w.created_at < till order by w.created_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.ai_calls' then
    delete from private.ai_calls where receipt in (
      select c.receipt from private.ai_calls c where c.day < till::date limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.invitations' then
    delete from private.invitations where id in (
      select i.id from private.invitations i where coalesce(i.accepted_at, i.expires_at) < till limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.import_rows' then
    delete from private.import_rows i where (i.account, i.import, i.number) in (
      select r.account, r.import, r.number from private.import_rows r where r.staged_at < till
      order by r.staged_at limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.open_records' then
    delete from private.open_records o where (o.account, o.kind, o.record) in (
      select r.account, r.kind, r.record from private.open_records r where r.seen_at < till
      limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'auth.audit_log_entries' then
    -- Where the auth service keeps the table to itself, it also ends the rows.
    if to_regclass('auth.audit_log_entries') is not null
      and has_table_privilege('auth.audit_log_entries', 'select')
      and has_table_privilege('auth.audit_log_entries', 'update')
      and has_table_privilege('auth.audit_log_entries', 'delete') then
      delete from auth.audit_log_entries where id in (
        select e.id from auth.audit_log_entries e where e.created_at < till limit 1000 for update skip locked
      );
      get diagnostics found_rows = row_count;
    end if;
  when 'auth.users' then
    for account in
      select u.id from auth.users u
      where u.created_at < till
        and not exists (select from private.admitted a where a.user_id = u.id)
        and not exists (
          select from private.invitations i
          where i.email = lower(u.email) and i.accepted_at is null and i.expires_at > now()
        )
      limit 1000 for update skip locked
    loop
      perform private.erase_account(account);
      found_rows := found_rows + 1;
    end loop;
  end case;
  return found_rows;
end;
$$;
