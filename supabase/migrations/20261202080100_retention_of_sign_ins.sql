-- Retention runs with the first write of a transaction. A log of sign-ins that the owner of the migrations may not delete
-- from must not refuse that write.

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
