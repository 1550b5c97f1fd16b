-- Pictures of the library. Supabase Storage holds each upload, named by the id of its row; what was fetched from another host
-- is a file of the database. A process beside the shell makes the sizes that pages show; these are files, too.

create table private.picture_files (
  hash text primary key constraint picture_files_hash check (hash ~ '^[0-9a-f]{64}$'),
  content_type text not null constraint picture_files_content_type
    check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  width integer not null constraint picture_files_width check (width > 0),
  height integer not null constraint picture_files_height check (height > 0),
  bytes bytea not null constraint picture_files_bytes check (octet_length(bytes) between 1 and 10000000),
  account uuid references auth.users (id) on delete set null
);
comment on table private.picture_files is 'Files that shells serve, by the SHA-256 of their bytes: sizes of pictures, and pictures of other hosts as they were fetched.';
comment on column private.picture_files.account is 'For whom the bytes count; null for nobody but the whole.';

-- Pictures are compressed already.
alter table private.picture_files alter column bytes set storage external;
create index picture_files_account on private.picture_files (account);

create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  title text collate "de-x-icu" not null constraint pictures_title_not_blank check (title ~ '\S'),
  alt text not null default '',
  is_decorative boolean not null default false,
  focus_x numeric(4, 3) not null default 0.5 constraint pictures_focus_x check (focus_x between 0 and 1),
  focus_y numeric(4, 3) not null default 0.5 constraint pictures_focus_y check (focus_y between 0 and 1),
  content_type text,
  width integer,
  height integer,
  bytes integer,
  sized_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  origin text constraint pictures_origin_key unique constraint pictures_origin check (octet_length(origin) between 1 and 2000),
  original text constraint pictures_original_fkey references private.picture_files (hash)
);
comment on table public.pictures is 'Pictures of the library. Texts name one as /_pictures/{id}, records in their column picture.';
comment on column public.pictures.alt is 'The alternative text where the text around the picture gives none.';
comment on column public.pictures.focus_x is 'The point that stays in sight where the picture is cut, from the left, from 0 to 1.';
comment on column public.pictures.focus_y is 'The same from the top.';
comment on column public.pictures.bytes is
  'Bytes of the upload or of the fetched file, as its type, width and height are; null until sizes of the upload are made.';
comment on column public.pictures.failure is 'Why no sizes can be made, or why it cannot be fetched; null unless that failed.';
comment on column public.pictures.origin is 'The address on another host that texts name; null for an upload.';
comment on column public.pictures.original is 'The file that was fetched from there. It is shown until its sizes are made, or where they cannot be.';

-- Sizes.

create table private.picture_sizes (
  picture uuid not null references public.pictures (id) on delete cascade,
  content_type text not null constraint picture_sizes_content_type check (content_type in ('image/avif', 'image/webp')),
  width integer not null constraint picture_sizes_width check (width > 0),
  hash text not null constraint picture_sizes_hash_fkey references private.picture_files (hash),
  constraint picture_sizes_pkey primary key (picture, content_type, width)
);
comment on table private.picture_sizes is 'What pages show of the pictures of the library.';

-- Uploads.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'pictures', 'pictures', false, 20000000,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
)
on conflict (id) do nothing;

create function private.awaits_upload(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pictures p
    where p.id::text = name and p.origin is null and private.owns('pictures', p.id) and not private.is_uploaded(p.id)
      -- Looking for uses reads every text, and a usual upload follows its row at once.
      and (p.created_at > now() - interval '10 minutes'
        or private.refusal_of_picture(private.role_of_caller(), p.id, false) is null)
  );
$$;
comment on function private.awaits_upload(text) is
  'Whether the caller added a picture with this id that has no upload yet.';

-- A shell has no use for uploads.
create function shipping.reads_uploads() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from shipping.deploy_tokens t
    where t.kind = 'pictures' and t.revoked_at is null and t.expires_at > now()
      and t.hash = sha256(convert_to(
        coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-pictures-token', ''), 'UTF8'
      ))
  );
$$;
comment on function shipping.reads_uploads() is
  'Whether the header X-Pictures-Token of a request to the Storage is a token for pictures.';

create function private.is_orphan(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from public.pictures p where p.id = private.uuid_of(name)) and not exists (
    select from public.trail t
    where t.row_id = private.uuid_of(name) and t.relation = 'pictures' and t.happened_at > now() - interval '30 days'
  );
$$;
comment on function private.is_orphan(text) is 'Whether an upload has no picture, also none in the trash.';

create index picture_sizes_hash on private.picture_sizes (hash);
create index pictures_original on public.pictures (original);

alter table private.picture_files enable row level security;
alter table public.pictures enable row level security;
alter table private.picture_sizes enable row level security;

create policy "Staff read pictures" on public.pictures for select to authenticated using ((select private.is_staff()));
create policy "Staff add pictures" on public.pictures for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change pictures" on public.pictures
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete pictures" on public.pictures for delete to authenticated using ((select private.is_staff()));

create policy "Staff upload pictures" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'pictures' and (select private.is_staff()) and private.awaits_upload(name)
  );
create policy "Staff read uploads of pictures" on storage.objects
  for select to authenticated using (bucket_id = 'pictures' and (select private.is_staff()));
create policy "Tokens read uploads of pictures" on storage.objects
  for select to anon using (bucket_id = 'pictures' and (select shipping.reads_uploads()));
create policy "Tokens remove uploads without a picture" on storage.objects
  for delete to anon using (bucket_id = 'pictures' and (select shipping.reads_uploads()) and private.is_orphan(name));

create function private.is_uploaded(picture uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = picture::text);
$$;

-- Jobs.

create function private.size_picture_input(subject uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('picture', subject)
  from storage.objects o where o.bucket_id = 'pictures' and o.name = subject::text;
$$;

create function private.size_picture_part(subject uuid, part jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  content constant bytea := decode(part ->> 'data', 'base64');
  own_hash constant text := encode(sha256(content), 'hex');
begin
  insert into private.picture_files (hash, content_type, width, height, bytes, account)
  values (
    own_hash, part ->> 'type', (part ->> 'width')::integer, (part ->> 'height')::integer, content,
    coalesce(
      (select o.account from private.owners o where o.relation = 'pictures' and o.record = subject),
      (select f.account from public.pictures p join private.picture_files f on f.hash = p.original where p.id = subject)
    )
  )
  on conflict do nothing;
  insert into private.picture_sizes (picture, content_type, width, hash)
  values (subject, part ->> 'type', (part ->> 'width')::integer, own_hash)
  on conflict on constraint picture_sizes_pkey do update set hash = excluded.hash;
end;
$$;

create function private.size_picture_done(subject uuid, result jsonb) returns text
language sql volatile security definer set search_path = ''
as $$
  delete from private.picture_sizes s where s.picture = subject and result ? 'sizes' and not exists (
    select from jsonb_to_recordset(result -> 'sizes') as made (type text, width integer)
    where made.type = s.content_type and made.width = s.width
  );
  update public.pictures p set
    content_type = result ->> 'type', width = (result ->> 'width')::integer, height = (result ->> 'height')::integer,
    bytes = (result ->> 'bytes')::integer, sized_at = now(), failure = null
  where p.id = subject;
  select null::text;
$$;

create function private.size_picture_failed(subject uuid, failure text) returns void
language sql volatile security definer set search_path = ''
as $$
  -- None of it is shown, unless it had all sizes before.
  update public.pictures p set failure = size_picture_failed.failure where p.id = subject and p.sized_at is null;
  delete from private.picture_sizes s using public.pictures p
  where s.picture = subject and p.id = subject and p.sized_at is null;
$$;

-- Calls of the program that makes sizes.

create function shipping.claim_uploads(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform shipping.expect_process(token, 'pictures');
  select coalesce(jsonb_agg(jsonb_build_object('picture', j.subject, 'attempt', j.attempt)), '[]')
  into taken from private.take_jobs('size_picture', most) j;
  return jsonb_build_object('uploads', taken, 'orphans', '[]'::jsonb);
end;
$$;
comment on function shipping.claim_uploads(text, integer) is
  'For programs of the release before: claim_jobs for uploads, as {uploads: [{picture, attempt}], orphans: []}.';
select private.expose('shipping.claim_uploads', 'anon', 'authenticated');

create function shipping.store_picture_size(token text, size jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_process(token, 'pictures');
  return private.store_part('size_picture', private.claim_by_subject('size_picture', size ->> 'picture', size));
end;
$$;
comment on function shipping.store_picture_size(text, jsonb) is
  'For programs of the release before: store_part for a claim of claim_uploads.';
select private.expose('shipping.store_picture_size', 'anon', 'authenticated');

create function shipping.finish_upload(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_process(token, 'pictures');
  return private.finish_job('size_picture', private.claim_by_subject('size_picture', result ->> 'picture', result));
end;
$$;
comment on function shipping.finish_upload(text, jsonb) is
  'For programs of the release before: finish_job for a claim of claim_uploads.';
select private.expose('shipping.finish_upload', 'anon', 'authenticated');

create function shipping.find_library_picture(token text, picture uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.expect_shell(token);
  return coalesce(
    (
      select jsonb_build_object('type', s.content_type, 'hash', s.hash)
      from private.picture_sizes s
      where s.picture = find_library_picture.picture and s.content_type = 'image/webp' and s.width <= 1280
      order by s.width desc limit 1
    ),
    (
      select jsonb_build_object('type', f.content_type, 'hash', f.hash)
      from public.pictures p join private.picture_files f on f.hash = p.original where p.id = find_library_picture.picture
    ),
    (
      select '{"type": null, "hash": null}'::jsonb from public.pictures p
      where p.id = find_library_picture.picture and p.failure is null
    )
  );
end;
$$;
comment on function shipping.find_library_picture(text, uuid) is
  'For shells: the size {type, hash} to which the address of a picture of the library leads; both are null until the first is made, the result is null for no picture and for one that failed.';
select private.expose('shipping.find_library_picture', 'anon', 'authenticated');

-- The columns that documents show.

create function private.shown_pictures(addresses text[])
returns table (
  address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric,
  sizes jsonb
)
language sql stable security definer set search_path = ''
as $$
  select
    a.address, p.alt, p.is_decorative, p.width, p.height, p.focus_x, p.focus_y, (
      select coalesce(jsonb_agg(
        jsonb_build_object('type', f.content_type, 'width', f.width, 'hash', f.hash) order by f.content_type, f.width
      ), '[]')
      from (
        select s.content_type, s.width, s.hash from private.picture_sizes s where s.picture = p.id and p.sized_at is not null
        union all
        select o.content_type, o.width, o.hash from private.picture_files o where o.hash = p.original and p.sized_at is null
      ) f
    )
  from (select distinct unnest(addresses) as address) a
  join public.pictures p on p.origin = a.address
    or p.id = private.uuid_of(case when starts_with(a.address, '/_pictures/') then substr(a.address, 12) end)
  where p.sized_at is not null or p.original is not null
    or p.origin is null and p.failure is null and private.is_uploaded(p.id);
$$;

create function public.library_pictures(addresses text[])
returns table (
  address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric,
  sizes jsonb
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.shown_pictures(addresses);
$$;
comment on function public.library_pictures(text[]) is
  'Pictures by their addresses /_pictures/{id} or on other hosts, with their sizes [{type, width, hash}]; without sizes the address itself is shown. Others are left out.';

create function private.forget_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o where o.relation = tg_table_name and o.record = old.id;
  return null;
end;
$$;
comment on function private.forget_owner() is
  'A picture whose upload never came is not in the trash, and has nothing that its owner could restore.';

-- A picture obeys the records that will show it, too, and its upload is a change of it.
create function private.refusal_of_picture(role text, picture uuid, is_new boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' or is_new then null
    when not private.owns('pictures', picture) then 'Only publishers change pictures that others added.'
    when exists (
      select from (
        select u.relation, u.record_id from private.uses_of_picture(picture) u where u.is_public
        union all
        select d.relation, d.record_id from public.drafts d
        where d.publish_at is not null and private.draft_names_picture(d.content, picture)
      ) u
      where u.relation not in ('posts', 'pages', 'courses', 'workshops', 'ads')
        or private.refusal(role, private.owns(u.relation, u.record_id), true) is not null
    ) then 'This picture is part of something published that you may not change.'
  end;
$$;
comment on function private.refusal_of_picture(text, uuid, boolean) is
  'Why a role does not allow a write of a picture of the library: it shows in public where a public record uses it.';

create function private.delete_unused_files() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.picture_files where hash in (
    select f.hash from private.picture_files f
    where not exists (select from public.pictures p where p.original = f.hash)
      and not exists (select from private.picture_sizes s where s.hash = f.hash)
    for update skip locked
  );
$$;

create function shipping.read_original(token text, picture uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.expect_process(token, 'pictures');
  return (
    select translate(encode(f.bytes, 'base64'), E'\n', '')
    from public.pictures p join private.picture_files f on f.hash = p.original where p.id = read_original.picture
  );
end;
$$;
comment on function shipping.read_original(text, uuid) is
  'For the program that makes sizes: a picture as it was fetched from another host, in base64; null for any other.';
select private.expose('shipping.read_original', 'anon', 'authenticated');

create function shipping.tidy_uploads(token text) returns text[]
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_process(token, 'pictures');
  perform private.delete_unused_files();
  -- Rows whose upload ended before it was whole.
  perform set_config('private.is_retention', 'on', true);
  delete from public.pictures p where p.created_at < now() - interval '1 hour' and not private.is_uploaded(p.id)
    and p.sized_at is null and p.origin is null;
  perform set_config('private.is_retention', '', true);
  return array(
    select o.name from storage.objects o where o.bucket_id = 'pictures' and private.is_orphan(o.name) limit 100
  );
end;
$$;
comment on function shipping.tidy_uploads(text) is
  'For the program that makes sizes, hourly: deletes files that nothing shows and pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';
select private.expose('shipping.tidy_uploads', 'anon', 'authenticated');

-- Its version is that of what staff write: a form that is open while sizes are made has no conflict.
create trigger touch_updated_at before update of title, alt, is_decorative, focus_x, focus_y on public.pictures
  for each row execute function private.touch_updated_at();
create trigger queue_job after insert on public.pictures
  for each row when (new.origin is null) execute function private.queue_job('size_picture');
create trigger drop_job after delete on public.pictures for each row execute function private.drop_job();

-- The audit log. Facts of the file follow from it, and that a text names another host is in the log of the text; a
-- row whose file never came is no loss.

create trigger record_in_trail after insert or update on public.pictures
  for each row when (new.origin is null or new.updated_at > new.created_at) execute function private.record_in_trail(
    'updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure', 'original'
  );
create trigger record_deletion_in_trail before delete on public.pictures
  for each row when (old.sized_at is not null or private.is_uploaded(old.id)) execute function private.record_in_trail(
    'updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure', 'original'
  );
create trigger forget_owner after delete on public.pictures
  for each row when (current_setting('private.is_retention', true) = 'on') execute function private.forget_owner();

-- A client chooses the id, since it uploads the file under it.
create trigger expect_new_id before insert on public.pictures for each row execute function private.expect_new_id();

grant select, insert (id, title, alt, is_decorative, focus_x, focus_y), update (title, alt, is_decorative, focus_x,
  focus_y), delete on public.pictures to authenticated;
grant select, insert, update, delete on public.pictures to service_role;
grant execute on function private.awaits_upload to authenticated;
grant execute on function private.is_orphan, private.is_uploaded, private.shown_pictures, public.library_pictures,
  shipping.reads_uploads to anon, authenticated, service_role;
