-- Retention: how long each kind of row with personal data is kept.

create table private.retention (
  subject text primary key,
  days integer not null constraint retention_days check (days > 0),
  purpose text not null,
  applied_at timestamptz not null default '-infinity'
);
comment on table private.retention is
  'How long rows are kept, and what for. Change it with: update private.retention set days = 100 where subject = ''public.trail''.';
comment on column private.retention.applied_at is 'When nothing was left to delete.';

-- A disk that fills up. Uploads, staged imports and copies of pictures are counted, in all and by account, and content is
-- refused before the disk of the embedded platform is full. A hosted project states no quota and has no limit.

create table private.room (
  is_only boolean primary key default true constraint room_is_only check (is_only),
  quota bigint constraint room_quota check (quota > 0),
  is_disk_full boolean not null default false,
  used bigint not null default 0
);
comment on table private.room is 'How much room there is: what the embedded backend states, and the sum of what is counted.';
comment on column private.room.quota is 'Bytes that uploads, staged imports and copies may take in all; null for no limit.';
comment on column private.room.is_disk_full is 'Whether 90 % of the disk of the database are in use.';
comment on column private.room.used is 'Bytes that uploads, staged imports, copies and sizes of pictures take in all.';

create table private.storage_sums (
  account uuid primary key references auth.users (id) on delete cascade,
  bytes bigint not null
);
comment on table private.storage_sums is 'What of private.room.used each account takes.';

insert into private.room default values;

insert into private.retention (subject, days, purpose) values
  ('public.trail', 400, 'Shows who changed what, and restores it.'),
  ('public.workflows', 365, 'Staff look up results of AI runs.'),
  ('private.ai_calls', 400, 'Counts against the limits of a day; tokens and cost of workflows and articles.'),
  ('private.invitations', 30, 'Says that a link has expired or was used; counted from its end.'),
  ('auth.audit_log_entries', 90, 'Shows sign-ins after an incident.'),
  ('auth.users', 7, 'An account that nobody admits to staff has no use.'),
  ('private.import_rows', 1, 'Lets a person check the rows of a file before they are imported.'),
  ('private.open_records', 1, 'Says who has a form open; counts for a minute.'),
  ('private.previews', 1, 'Shows a draft to whoever has the link; counts until it expires.');

alter table private.retention enable row level security;
alter table private.room enable row level security;
alter table private.storage_sums enable row level security;

create function private.delete_expired(subject text, till timestamptz) returns integer
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
  when 'private.previews' then
    delete from private.previews where id in (
      select p.id from private.previews p where p.expires_at < till limit 1000 for update skip locked
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
comment on function private.delete_expired(text, timestamptz) is
  'Deletes at most a thousand rows of a subject of private.retention that are older, and returns how many.';

create function private.apply_retention() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due private.retention;
  deleted integer;
  total integer := 0;
begin
  -- The trail does not record what ends by time: it would keep it.
  perform set_config('private.is_retention', 'on', true);
  for due in
    select * from private.retention r where r.applied_at < now() - interval '1 hour' order by r.subject
    for no key update skip locked
  loop
    deleted := private.delete_expired(due.subject, now() - make_interval(days => due.days));
    if deleted < 1000 then
      update private.retention r set applied_at = now() where r.subject = due.subject;
    end if;
    total := total + deleted;
  end loop;
  perform set_config('private.is_retention', 'off', true);
  return total;
end;
$$;
comment on function private.apply_retention() is
  'Deletes what private.retention lets expire, at most once in an hour unless much is left. The embedded backend, a schedule of pg_cron where it exists, and the first write of a transaction call it.';

create function private.bytes_in_words(bytes numeric) returns text
language sql immutable set search_path = ''
as $$
  select case when bytes >= 1e9 then round(bytes / 1e9, 1) || ' GB' else round(bytes / 1e6, 1) || ' MB' end;
$$;

create function private.lack_of_room(account uuid default null, more bigint default 0) returns text
language sql volatile security definer set search_path = ''
as $$
  select case
    when r.is_disk_full then
      'The disk of this site is almost full, so nothing new is stored. Keep this page open, and ask whoever runs the site to make room. Deleting still works.'
    when r.used >= r.quota * 0.9 then format(
      'Pictures and imports take %s of the %s that this site has for them, so nothing new is stored. Keep this page open, and ask whoever runs the site for room. Deleting still works.',
      private.bytes_in_words(r.used), private.bytes_in_words(r.quota)
    )
    when more > 0 and r.used + more > r.quota then format(
      'This needs %s, and %s of the %s that this site has for pictures and imports are in use. Delete pictures that nobody needs, or ask whoever runs the site for room.',
      private.bytes_in_words(more), private.bytes_in_words(r.used), private.bytes_in_words(r.quota)
    )
    when more > 0 and s.bytes + more > r.quota / 5 then format(
      'This needs %s, and your pictures and imports take %s of the %s that one account has. Delete pictures that you do not need, or ask whoever runs the site for room.',
      private.bytes_in_words(more), private.bytes_in_words(s.bytes), private.bytes_in_words(r.quota / 5)
    )
  end
  from private.room r cross join lateral (
    select coalesce((select sums.bytes from private.storage_sums sums where sums.account = lack_of_room.account), 0) as bytes
  ) s;
$$;
comment on function private.lack_of_room(uuid, bigint) is
  'Why content, or so many more bytes of an account, cannot be stored; null while there is room. Volatile, so that it sees what others have committed since the statement began.';

create function private.expect_room(account uuid default null, more bigint default 0) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  lack constant text := private.lack_of_room(account, more);
begin
  if lack is not null then
    raise exception using errcode = 'PT507', hint = 'room', message = lack;
  end if;
end;
$$;
comment on function private.expect_room(uuid, bigint) is 'The one place that refuses for want of room.';

create function private.expect_room_at_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Service and schedules have no account. What a trigger writes follows from a statement that was let through.
  if (select auth.uid()) is not null and pg_trigger_depth() = 1
    and current_setting('private.is_retention', true) is distinct from 'on'
    and current_setting('private.is_erasure', true) is distinct from 'on'
    and current_setting('private.is_deletion', true) is distinct from 'on' then
    perform private.expect_room();
  end if;
  return null;
end;
$$;

-- Counting.

create function private.count_bytes(account uuid, more bigint, is_bounded boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- One after the other, so that writes at the same time do not pass the quota together. Comes last in each write.
  perform from private.room for update;
  if is_bounded and more > 0 then
    perform private.expect_room(account, more);
  end if;
  update private.room r set used = greatest(r.used + more, 0) where r.is_only;
  insert into private.storage_sums as s (account, bytes)
  select u.id, greatest(more, 0) from auth.users u where u.id = count_bytes.account
  on conflict on constraint storage_sums_pkey do update set bytes = greatest(s.bytes + more, 0);
end;
$$;
comment on function private.count_bytes(uuid, bigint, boolean) is
  'Adds to the sums, or takes away. Bounded: refuses what there is no room for.';

create function private.count_import_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.count_bytes(a.account, sum(a.bytes)::bigint, true) from added a group by a.account;
  elsif tg_op = 'DELETE' then
    perform private.count_bytes(g.account, (-sum(g.bytes))::bigint, false) from gone g group by g.account;
  else
    perform private.count_bytes(new.account, (new.bytes - old.bytes)::bigint, true);
  end if;
  return null;
end;
$$;

create function private.count_picture_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What there is no room for is not claimed, so that an upload that was accepted gets its sizes.
  if tg_op = 'INSERT' then
    perform private.count_bytes(a.account, sum(octet_length(a.bytes))::bigint, false) from added a group by a.account;
  else
    perform private.count_bytes(g.account, (-sum(octet_length(g.bytes)))::bigint, false) from gone g group by g.account;
  end if;
  return null;
end;
$$;

create function private.size_of_upload(metadata jsonb) returns bigint
language sql immutable set search_path = ''
as $$
  select coalesce((metadata ->> 'size')::bigint, 0);
$$;

create function private.expect_room_of_upload() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_room(private.uuid_of(new.owner_id), private.size_of_upload(new.metadata));
  return null;
end;
$$;
comment on function private.expect_room_of_upload() is 'Refuses before the bytes are sent; they are counted when they are stored.';

create function private.count_upload() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_bytes(private.uuid_of(new.owner_id), private.size_of_upload(new.metadata), true);
  return null;
end;
$$;

create function private.count_removed_uploads() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_bytes(private.uuid_of(g.owner_id), (-sum(private.size_of_upload(g.metadata)))::bigint, false)
  from gone g group by g.owner_id;
  return null;
end;
$$;

create trigger expect_room before insert on private.import_rows
  for each statement execute function private.expect_room_at_write();
create trigger count_insert after insert on private.import_rows referencing new table as added
  for each statement execute function private.count_import_rows();
create trigger count_delete after delete on private.import_rows referencing old table as gone
  for each statement execute function private.count_import_rows();
create trigger count_update after update of entry, body on private.import_rows
  for each row when (new.bytes <> old.bytes) execute function private.count_import_rows();

create trigger count_insert after insert on private.picture_files referencing new table as added
  for each statement execute function private.count_picture_files();
create trigger count_delete after delete on private.picture_files referencing old table as gone
  for each statement execute function private.count_picture_files();

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('apply-retention', '17 * * * *', 'select private.apply_retention()');
  end if;
end;
$$;
