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
insert into private.room default values;

create table private.storage_sums (
  account uuid primary key references auth.users (id) on delete cascade,
  bytes bigint not null
);
comment on table private.storage_sums is 'What of private.room.used each account takes.';

alter table private.room enable row level security;
alter table private.storage_sums enable row level security;
revoke all on private.room, private.storage_sums from public, anon, authenticated, service_role;

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

-- A write of content is an insert, or an update of a text. Other updates take something offline, order, or move what used
-- a deleted category.
do $$
declare
  content regclass;
  texts text;
begin
  for content in
    select t.tgrelid from pg_trigger t where t.tgfoid = 'private.check_role'::regproc
    union select unnest(array['public.workflows', 'public.citation_checks', 'public.sources', 'private.sign_offs']::regclass[])
  loop
    select string_agg(quote_ident(a.attname), ', ') into texts
    from pg_attribute a
    where a.attrelid = content and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype);
    execute format(
      'create trigger expect_room before insert or update of %s on %s for each statement execute function private.expect_room_at_write()',
      texts, content
    );
  end loop;
end;
$$;
create trigger expect_room before insert on private.import_rows
  for each statement execute function private.expect_room_at_write();

create or replace function private.join_goals(dimension uuid, replacement uuid) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform set_config('private.is_deletion', 'on', true);
  update public.matrix_workshop_learning_objectives o set objective = o.objective || e'\n\n' || gone.objective
  from public.matrix_workshop_learning_objectives gone
  where gone.dimension_id = dimension and o.dimension_id = replacement
    and o.matrix_workshop_id = gone.matrix_workshop_id;
  perform set_config('private.is_deletion', 'off', true);
  delete from public.matrix_workshop_learning_objectives gone
  where gone.dimension_id = dimension and (
    replacement is null or exists (
      select from public.matrix_workshop_learning_objectives o
      where o.dimension_id = replacement and o.matrix_workshop_id = gone.matrix_workshop_id
    )
  );
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

-- The size of a row, as it is when it ends. Rows of imports end after a day: the table is small.
-- squawk-ignore adding-field-with-default
alter table private.import_rows add column bytes integer not null
  generated always as (octet_length(entry::text) + coalesce(octet_length(body), 0)) stored;

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
create trigger count_insert after insert on private.import_rows referencing new table as added
  for each statement execute function private.count_import_rows();
create trigger count_delete after delete on private.import_rows referencing old table as gone
  for each statement execute function private.count_import_rows();
create trigger count_update after update of entry, body on private.import_rows
  for each row when (new.bytes <> old.bytes) execute function private.count_import_rows();

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
  -- What is left of an import that was refused half way makes room for the next one. Another that waits is staged again.
  if first = 1 and private.lack_of_room(auth.uid(), octet_length(entries::text)) is not null then
    delete from private.import_rows r where r.account = auth.uid() and r.import <> stage_import.import;
  end if;
  insert into private.import_rows (account, import, number, entry, body)
  select auth.uid(), stage_import.import, stage_import.first + e.place::integer - 1, e.entry - 'content', e.entry ->> 'content'
  from jsonb_array_elements(entries) with ordinality e (entry, place)
  on conflict on constraint import_rows_pkey do update set entry = excluded.entry, body = excluded.body, staged_at = now();
end;
$$;

-- Copies and sizes count for who named or added the picture.
alter table private.picture_names add column account uuid references auth.users (id) on delete set null;
create index picture_names_account on private.picture_names (account);
comment on column private.picture_names.account is 'Who saved the row with the address; null without an account.';
alter table private.picture_files add column account uuid references auth.users (id) on delete set null;
create index picture_files_account on private.picture_files (account);
comment on column private.picture_files.account is 'For whom the bytes count; null for nobody but the whole.';

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
create trigger count_insert after insert on private.picture_files referencing new table as added
  for each statement execute function private.count_picture_files();
create trigger count_delete after delete on private.picture_files referencing old table as gone
  for each statement execute function private.count_picture_files();

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

-- Files are rows of the embedded platform only; the table of a hosted project belongs to its storage service.
do $$
begin
  if to_regclass('storage.contents') is null then
    return;
  end if;
  create trigger expect_room after insert on storage.objects
    for each row execute function private.expect_room_of_upload();
  -- At the end of the transaction, after the bytes: uploads do not wait for each other's.
  create constraint trigger count_insert after insert on storage.objects deferrable initially deferred
    for each row execute function private.count_upload();
  create trigger count_delete after delete on storage.objects referencing old table as gone
    for each statement execute function private.count_removed_uploads();
  perform private.count_bytes(private.uuid_of(o.owner_id), sum(private.size_of_upload(o.metadata))::bigint, false)
  from storage.objects o group by o.owner_id;
end;
$$;
select private.count_bytes(r.account, sum(r.bytes)::bigint, false) from private.import_rows r group by r.account;
select private.count_bytes(null, sum(octet_length(f.bytes))::bigint, false) from private.picture_files f having count(*) > 0;

create or replace function private.note_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  relation_name constant text := tg_table_name;
  own_id uuid;
  named text[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    update private.picture_names n set ended_at = now() where n.relation = relation_name and n.ended_at is null;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    named := array(select private.pictures_in(to_jsonb(new), tg_argv[0]::text[], tg_argv[1]::text[]));
  end if;
  own_id := case when tg_op = 'DELETE' then old.id else new.id end;
  update private.picture_names n set ended_at = now()
  where n.relation = relation_name and n.row_id = own_id and n.address <> all (named) and n.ended_at is null;
  insert into private.picture_names as n (relation, row_id, address, account)
  select relation_name, own_id, address, (select auth.uid()) from unnest(named) as address
  on conflict on constraint picture_names_pkey do update set
    is_taken = false, ended_at = null, account = coalesce(n.account, excluded.account);
  return null;
end;
$$;

create or replace function shipping.claim_pictures(token text, most integer, is_tidying boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform shipping.expect_shell(token);
  if is_tidying then
    delete from private.picture_names n where n.ended_at < now() - interval '30 days';
    delete from private.picture_copies c
    where not exists (select from private.picture_names n where n.address = c.address);
    delete from private.picture_files where hash in (
      select f.hash from private.picture_files f
      where not exists (select from private.picture_copies c where c.file = f.hash)
        and not exists (select from private.picture_sizes s where s.hash = f.hash)
      for update skip locked
    );
  end if;
  -- A save gives addresses without a copy new attempts.
  with saved as (
    select n.ctid as place from private.picture_names n where not n.is_taken for update skip locked
  ), taken as (
    update private.picture_names n set is_taken = true from saved where n.ctid = saved.place returning n.address
  )
  insert into private.picture_copies as c (address) select distinct address from taken order by address
  on conflict (address) do update set attempts = 0, due_at = now()
    where c.file is null and (c.failure is not null or c.attempts >= 4);
  -- Addresses wait until there is room.
  if private.lack_of_room() is not null then
    return '[]';
  end if;
  with due as (
    select c.id from private.picture_copies c
    where c.file is null and c.due_at <= now() and c.attempts < 4
      and exists (select from private.picture_names n where n.address = c.address and n.ended_at is null)
    order by c.due_at limit least(greatest(most, 0), 20)
    for update skip locked
  ), claimed as (
    update private.picture_copies c set attempts = c.attempts + 1, due_at = now() + interval '2 minutes'
    from due where c.id = due.id
    returning c.id, c.address, c.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'address', address, 'attempt', attempts)), '[]')
  into found from claimed;
  return found;
end;
$$;

create or replace function shipping.store_picture(token text, picture jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_id uuid;
  own_account uuid;
  content bytea;
  own_hash text;
  lack text;
begin
  perform shipping.expect_shell(token);
  own_id := (picture ->> 'id')::uuid;
  -- A claim that ended, or that a save took back, stores nothing.
  perform from private.picture_copies c
  where c.id = own_id and c.attempts = (picture ->> 'attempt')::integer and c.file is null for update;
  if not found then
    return false;
  end if;
  content := decode(picture ->> 'data', 'base64');
  if content is null then
    update private.picture_copies c
    set failure = coalesce(picture ->> 'failure', 'It was not fetched.'),
        attempts = case when (picture ->> 'isFinal')::boolean then 4 else c.attempts end,
        due_at = now() + case c.attempts when 1 then interval '1 minute' when 2 then interval '10 minutes' else interval '1 hour' end
    where c.id = own_id;
    return true;
  end if;
  own_hash := encode(sha256(content), 'hex');
  if not exists (select from private.picture_files f where f.hash = own_hash) then
    select n.account into own_account
    from private.picture_copies c join private.picture_names n on n.address = c.address
    where c.id = own_id and n.ended_at is null and n.account is not null order by n.relation, n.row_id limit 1;
    perform from private.room for update;
    lack := private.lack_of_room(own_account, octet_length(content));
    if lack is not null then
      -- The attempt does not count: the address waits for room.
      update private.picture_copies c
      set failure = lack, attempts = c.attempts - 1, due_at = now() + interval '1 hour' where c.id = own_id;
      return true;
    end if;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes, account)
  values (own_hash, picture ->> 'type', (picture ->> 'width')::integer, (picture ->> 'height')::integer, content, own_account)
  on conflict do nothing;
  update private.picture_copies c set file = own_hash, failure = null, fetched_at = now() where c.id = own_id;
  return true;
end;
$$;

create or replace function shipping.claim_uploads(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform shipping.expect_sizer(token);
  -- An upload that ended the process at each attempt, which could not say why.
  -- One that is stored now has its claim locked, and goes on.
  perform private.fail_picture(ended.picture, 'Its sizes could not be made in four attempts.')
  from (
    select c.picture from private.picture_claims c where c.due_at <= now() and c.attempts >= 4 for update skip locked
  ) ended;
  with due as (
    select c.picture from private.picture_claims c
    -- Uploads wait until there is room.
    where c.due_at <= now() and private.lack_of_room() is null and exists (
      select from storage.objects o where o.bucket_id = 'pictures' and o.name = c.picture::text
    )
    order by c.due_at limit least(greatest(most, 0), 20)
    for update of c skip locked
  ), claimed as (
    update private.picture_claims c set attempts = c.attempts + 1, due_at = now() + interval '3 minutes'
    from due where c.picture = due.picture
    returning c.picture, c.attempts
  )
  select jsonb_build_object(
    'uploads', coalesce(jsonb_agg(jsonb_build_object('picture', c.picture, 'attempt', c.attempts)), '[]'),
    -- Processes of the release before remove what is named here.
    'orphans', '[]'::jsonb
  ) into found from claimed c;
  return found;
end;
$$;

create or replace function shipping.store_picture_size(token text, size jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  content constant bytea := decode(size ->> 'data', 'base64');
  own_hash constant text := encode(sha256(content), 'hex');
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(size) then
    return false;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes, account)
  values (
    own_hash, size ->> 'type', (size ->> 'width')::integer, (size ->> 'height')::integer, content,
    (select o.account from private.owners o where o.relation = 'pictures' and o.record = (size ->> 'picture')::uuid)
  )
  on conflict do nothing;
  insert into private.picture_sizes (picture, content_type, width, hash)
  values ((size ->> 'picture')::uuid, size ->> 'type', (size ->> 'width')::integer, own_hash)
  on conflict on constraint picture_sizes_pkey do update set hash = excluded.hash;
  -- The claim lasts while the process goes on.
  update private.picture_claims c set due_at = now() + interval '3 minutes' where c.picture = (size ->> 'picture')::uuid;
  return true;
end;
$$;

revoke execute on function
  private.bytes_in_words, private.lack_of_room, private.expect_room, private.expect_room_at_write, private.count_bytes,
  private.count_import_rows, private.count_picture_files, private.size_of_upload, private.expect_room_of_upload,
  private.count_upload, private.count_removed_uploads
  from public;
