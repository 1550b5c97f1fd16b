-- Retention: how long each kind of row with personal data is kept.

create table private.retention (
  subject text primary key,
  days integer not null constraint retention_days check (days > 0),
  purpose text not null,
  applied_at timestamptz not null default '-infinity',
  aged_by text not null default 'now()',
  condition text not null default 'true',
  ended_by text
);
comment on table private.retention is
  'How long rows are kept, and what for. Change it with: update private.retention set days = 100 where subject = ''public.trail''.';
comment on column private.retention.applied_at is 'When nothing was left to delete.';
comment on column private.retention.aged_by is 'SQL of the time or the date from which a row r is kept; without one, rows stay.';
comment on column private.retention.condition is 'SQL of what else holds for a row r that expires.';
comment on column private.retention.ended_by is 'The function of an id that ends a row; null where deleting it is all.';

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

insert into private.retention (subject, days, purpose, aged_by) values
  ('public.trail', 400, 'Shows who changed what, and restores it.', 'r.happened_at'),
  ('public.workflows', 365, 'Staff look up results of AI runs.', 'r.created_at'),
  ('private.ai_calls', 400, 'Counts against the limits of a day; tokens and cost of workflows and articles.', 'r.day + 1'),
  (
    'private.invitations', 30, 'Says that a link has expired or was used; counted from its end.',
    'coalesce(r.accepted_at, r.expires_at)'
  ),
  ('auth.audit_log_entries', 90, 'Shows sign-ins after an incident.', 'r.created_at'),
  ('private.import_rows', 1, 'Lets a person check the rows of a file before they are imported.', 'r.staged_at'),
  ('private.missing_addresses', 90, 'Says which addresses visitors miss, so that they can lead on.', 'r.day + 1'),
  ('private.open_records', 1, 'Says who has a form open; counts for a minute.', 'r.seen_at'),
  ('private.previews', 1, 'Shows a draft to whoever has the link; counts until it expires.', 'r.expires_at');
insert into private.retention (subject, days, purpose, aged_by, condition, ended_by) values (
  'auth.users', 7, 'An account that nobody admits to staff has no use.', 'r.created_at',
  'not exists (select from private.admitted a where a.user_id = r.id) and not exists ('
  'select from private.invitations i where i.email = lower(r.email) and i.accepted_at is null and i.expires_at > now())',
  'private.erase_account'
);
insert into private.retention (subject, days, purpose, aged_by, condition) values
  (
    'private.picture_names', 30, 'Keeps a picture of another host, in case its address comes back into the text.', 'r.ended_at',
    'not exists (select from public.pictures p where p.origin = r.address) '
    'or exists (select from private.picture_names n where n.address = r.address and n.ended_at is null)'
  ),
  (
    'public.pictures', 30, 'A picture of another host that no text names any more.',
    'case when r.origin is not null then coalesce('
    '(select max(n.ended_at) from private.picture_names n where n.address = r.origin), r.created_at) end',
    'not exists (select from private.picture_names n where n.address = r.origin and n.ended_at is null) '
    'and not exists (select from private.uses_of_picture(r.id))'
  );

alter table private.retention enable row level security;
alter table private.room enable row level security;
alter table private.storage_sums enable row level security;

create function private.delete_expired(due private.retention, till timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  found_rows integer := 0;
  old_rows constant text := format(
    'from %1$s r where %2$s < $1 and (%3$s) order by %2$s limit 1000 for update skip locked',
    due.subject, due.aged_by, due.condition
  );
begin
  -- Where the auth service keeps its table to itself, it also ends the rows.
  if due.subject like 'auth.%' and due.ended_by is null and (
    select bool_and(has_table_privilege(to_regclass(due.subject), p)) from unnest(array['select', 'update', 'delete']) p
  ) is not true then
    return 0;
  end if;
  if due.ended_by is null then
    execute format('delete from %s where ctid = any (array(select r.ctid %s))', due.subject, old_rows) using till;
    get diagnostics found_rows = row_count;
  else
    execute format('select count(%s(e.id)) from (select r.id %s) e', due.ended_by, old_rows) into found_rows using till;
  end if;
  return found_rows;
end;
$$;
comment on function private.delete_expired(private.retention, timestamptz) is
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
    deleted := private.delete_expired(due, now() - make_interval(days => due.days));
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
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
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
    ) s
  );
end;
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
