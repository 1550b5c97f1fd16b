-- Staged rows of imports end by private.retention, also where nobody imports again.

insert into private.retention (subject, days, purpose) values
  ('private.import_rows', 1, 'Lets a person check the rows of a file before they are imported.');

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

create or replace function private.stage_import(import uuid, first integer, entries jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_path_exists(entries, 'strict $[*] ? (@.type() != "object")') then
    raise exception using errcode = 'PT400', message = 'These are no rows of a file; expected a list of objects.';
  end if;
  if first < 1 or first + jsonb_array_length(entries) - 1 > 20000 then
    raise exception using errcode = 'PT400', message = 'This file has too many rows; expected at most 20,000.';
  end if;
  insert into private.import_rows (account, import, number, entry, body)
  select auth.uid(), stage_import.import, stage_import.first + e.place::integer - 1, e.entry - 'content', e.entry ->> 'content'
  from jsonb_array_elements(entries) with ordinality e (entry, place)
  on conflict on constraint import_rows_pkey do update set entry = excluded.entry, body = excluded.body, staged_at = now();
end;
$$;

comment on table private.import_rows is
  'Rows of files that an account checks and imports. An import deletes its rows; others end as private.retention says.';
