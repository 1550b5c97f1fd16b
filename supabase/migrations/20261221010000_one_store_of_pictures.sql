-- One store of pictures: those of other hosts become rows of the library, with the ids that their jobs name. Their files stay
-- at their addresses, and pages show them until their sizes are made.

alter table private.job_kinds add column relation text;
update private.job_kinds set relation = case kind when 'read_source' then 'sources' else 'pictures' end;
alter table private.job_kinds alter column relation set not null;
insert into private.job_kinds (kind, token, lease, waits, exhausted, needs_room, is_prepared, relation) values (
  'size_copy', 'pictures', '3 minutes', '{1 minute, 10 minutes, 1 hour}', 'Its sizes could not be made in four attempts.',
  true, false, 'pictures'
);

alter table public.pictures
  add column origin text constraint pictures_origin_key unique
    constraint pictures_origin check (octet_length(origin) between 1 and 2000),
  add column original text constraint pictures_original_fkey references private.picture_files (hash);
create index pictures_original on public.pictures (original);

-- No claim is given or ended while its row moves.
lock table private.picture_copies in access exclusive mode;
-- A copy is no upload, and its move no change of a person.
drop trigger queue_job on public.pictures;
drop trigger record_in_trail on public.pictures;
insert into public.pictures (id, title, origin, original, content_type, width, height, bytes, failure, created_at)
select
  c.id, coalesce(substring(c.address from '/([^/?#]+?)(?:\.[A-Za-z0-9]+)?(?:[?#].*)?$'), c.address), c.address, f.hash,
  f.content_type, f.width, f.height, octet_length(f.bytes), c.failure, coalesce(c.fetched_at, now())
from private.picture_copies c left join private.picture_files f on f.hash = c.file;
insert into private.jobs (kind, subject)
select 'size_copy', p.id from public.pictures p where p.original is not null order by p.created_at;

-- Only functions of the database read it, and the ones below replace them.
-- squawk-ignore ban-drop-table
drop table private.picture_copies;

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop trigger drop_job on public.pictures;

drop trigger drop_job on public.sources;

drop trigger expect_room on public.pictures;

drop trigger record_deletion_in_trail on public.pictures;

drop trigger watch_delete on public.pictures;

drop trigger watch_insert on public.pictures;

drop trigger watch_truncate on public.pictures;

drop trigger watch_update on public.pictures;

drop function private.tidy_copies();

CREATE OR REPLACE FUNCTION private.awaits_upload(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.pictures p
    where p.id::text = name and p.origin is null and private.owns('pictures', p.id) and not private.is_uploaded(p.id)
      -- Looking for uses reads every text, and a usual upload follows its row at once.
      and (p.created_at > now() - interval '10 minutes'
        or private.refusal_of_picture(private.role_of_caller(), p.id, false) is null)
  );
$function$;

CREATE OR REPLACE FUNCTION private.claimed_job(of_kind text, claim jsonb)
 RETURNS private.jobs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job private.jobs := (select j from private.jobs j where j.id = (claim ->> 'id')::bigint and j.kind = of_kind);
begin
  perform private.hold_subject(of_kind, job.subject);
  select * into job from private.jobs j
  where j.id = job.id and j.attempts = (claim ->> 'attempt')::integer for update;
  return job;
end;
$function$;

CREATE OR REPLACE FUNCTION private.copies_of(addresses text[])
 RETURNS TABLE(address text, hash text, content_type text, width integer, height integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.origin, f.hash, f.content_type, f.width, f.height
  from public.pictures p join private.picture_files f on f.hash = p.original
  where p.origin = any (addresses);
$function$;

CREATE OR REPLACE FUNCTION private.copy_picture_done(subject uuid, result jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  content constant bytea := decode(result ->> 'data', 'base64');
  own_hash constant text := encode(sha256(content), 'hex');
  own_account uuid;
  lack text;
begin
  if not exists (select from private.picture_files f where f.hash = own_hash) then
    select n.account into own_account
    from public.pictures p join private.picture_names n on n.address = p.origin
    where p.id = subject and n.ended_at is null and n.account is not null order by n.relation, n.row_id limit 1;
    perform from private.room for update;
    lack := private.lack_of_room(own_account, octet_length(content));
    if lack is not null then
      return lack;
    end if;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes, account)
  values (own_hash, result ->> 'type', (result ->> 'width')::integer, (result ->> 'height')::integer, content, own_account)
  on conflict do nothing;
  update public.pictures p set
    original = f.hash, content_type = f.content_type, width = f.width, height = f.height, bytes = octet_length(content),
    failure = null
  from private.picture_files f where p.id = subject and f.hash = own_hash;
  insert into private.jobs (kind, subject) values ('size_copy', subject) on conflict on constraint jobs_once do nothing;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.copy_picture_failed(subject uuid, failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.pictures p set failure = copy_picture_failed.failure where p.id = subject;
$function$;

CREATE OR REPLACE FUNCTION private.copy_picture_input(subject uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('address', p.origin) from public.pictures p where p.id = subject;
$function$;

CREATE OR REPLACE FUNCTION private.copy_picture_prepare()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A save gives addresses without a copy new attempts.
  with saved as (
    select n.ctid as place from private.picture_names n where not n.is_taken for update skip locked
  ), taken as (
    update private.picture_names n set is_taken = true from saved where n.ctid = saved.place
    returning n.address, n.ended_at
  ), copies as (
    insert into public.pictures as p (title, origin)
    select distinct private.title_of_address(address), address from taken where ended_at is null order by address
    on conflict (origin) do update set failure = null where p.original is null
    returning id
  )
  insert into private.jobs as j (kind, subject) select 'copy_picture', id from copies
  on conflict on constraint jobs_once do update set attempts = 0, due_at = now(), failure = null
  where j.failure is not null;
  -- A save that names the address again queues it again.
  delete from private.jobs where id in (
    select j.id from private.jobs j
    where j.kind = 'copy_picture' and j.due_at <= now() and not exists (
      select from public.pictures p join private.picture_names n on n.address = p.origin
      where p.id = j.subject and n.ended_at is null
    )
    for update skip locked
  );
$function$;

CREATE OR REPLACE FUNCTION private.delete_unused_files()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.picture_files where hash in (
    select f.hash from private.picture_files f
    where not exists (select from public.pictures p where p.original = f.hash)
      and not exists (select from private.picture_sizes s where s.hash = f.hash)
    for update skip locked
  );
$function$;

CREATE OR REPLACE FUNCTION private.drop_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.jobs j using private.job_kinds k
  where k.relation = tg_table_name and j.kind = k.kind and j.subject = old.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_subject(of_kind text, subject uuid, how text DEFAULT ''::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_held boolean;
begin
  execute format(
    'select true from public.%I r where r.id = $1 for no key update %s',
    (select k.relation from private.job_kinds k where k.kind = of_kind), how
  ) into is_held using subject;
  return is_held is not null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_named_copy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.picture_names n where n.address = old.origin and n.ended_at is null) then
    raise exception using errcode = 'PT400',
      message = 'Texts name the address of this picture: it is deleted 30 days after the last of them.';
  end if;
  return old;
end;
$function$;

CREATE OR REPLACE FUNCTION private.prepare_jobs(of_kind private.job_kinds)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended private.jobs;
begin
  if of_kind.is_prepared then
    execute format('select private.%I()', of_kind.kind || '_prepare');
  end if;
  -- The program could not say why when it ended at the last attempt. A job that stores something now is locked, and goes on.
  for ended in
    select * from private.jobs j
    where j.kind = of_kind.kind and j.due_at <= now() and j.attempts > cardinality(of_kind.waits)
  loop
    continue when not private.hold_subject(ended.kind, ended.subject, 'skip locked');
    perform from private.jobs j where j.id = ended.id and j.due_at <= now() for update skip locked;
    continue when not found;
    perform private.fail_job(ended, of_kind.exhausted);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_with(part text, id uuid)
 RETURNS TABLE(relation text, state jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kind private.kinds := (select k from private.kinds k where k.relation = part);
begin
  relation := part;
  state := private.stored_row(part, id);
  while kind.parent is not null and state is not null loop
    relation := kind.parent;
    state := private.stored_row(relation, (state ->> kind.parent_key)::uuid);
    select k.* into kind from private.kinds k where k.relation = record_with.relation;
  end loop;
  if state is not null then
    return next;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.shown_pictures(addresses text[])
 RETURNS TABLE(address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric, sizes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.size_copy_done(subject uuid, result jsonb)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.size_picture_done(subject, result);
$function$;

CREATE OR REPLACE FUNCTION private.size_copy_failed(subject uuid, failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.size_picture_failed(subject, failure);
$function$;

CREATE OR REPLACE FUNCTION private.size_copy_input(subject uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('picture', p.id) from public.pictures p where p.id = subject and p.original is not null;
$function$;

CREATE OR REPLACE FUNCTION private.size_copy_part(subject uuid, part jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.size_picture_part(subject, part);
$function$;

CREATE OR REPLACE FUNCTION private.size_picture_part(subject uuid, part jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.title_of_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(substring(address from '/([^/?#]+?)(?:\.[A-Za-z0-9]+)?(?:[?#].*)?$'), address);
$function$;

CREATE OR REPLACE FUNCTION private.uses_of_picture(picture uuid)
 RETURNS TABLE(relation text, record_id uuid, title text, is_public boolean, needs_text boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with rows as (
    select 'posts' as of_table, 'posts' as relation, p.id as record_id, p.title, to_jsonb(p) as state from public.posts p
    where p.picture = uses_of_picture.picture or strpos(p.content, uses_of_picture.picture::text) > 0
      -- Posts are many: few have what an id could be escaped with.
      or (
        strpos(p.content, '\-') > 0 or strpos(p.content, '&#') > 0
        or strpos(p.content, '%2') > 0 or strpos(p.content, '%3') > 0 or strpos(p.content, '%6') > 0
      ) and private.names_picture(p.content, uses_of_picture.picture)
    union all
    select 'pages', 'pages', p.id, p.title, to_jsonb(p) from public.pages p
    where private.names_picture(p.content, uses_of_picture.picture)
    union all
    select 'workshops', 'workshops', w.id, w.title, to_jsonb(w) from public.workshops w
    where w.picture = uses_of_picture.picture
      or private.names_picture(w.content || w.learning_objectives, uses_of_picture.picture)
    union all
    select 'courses', 'courses', c.id, c.title, to_jsonb(c) from public.courses c
    where c.picture = uses_of_picture.picture or private.names_picture(c.thumbnail_url, uses_of_picture.picture)
    union all
    select 'lessons', 'courses', m.course_id, c.title, to_jsonb(l) from public.lessons l
    join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where private.names_picture(l.content || coalesce(l.transcript, ''), uses_of_picture.picture)
    union all
    select 'matrix_workshop_learning_objectives', 'matrix_workshops', w.id, w.title, to_jsonb(o)
    from public.matrix_workshop_learning_objectives o join public.matrix_workshops w on w.id = o.matrix_workshop_id
    where private.names_picture(o.objective, uses_of_picture.picture)
  ), uses as (
    select r.relation, r.record_id, r.title, private.is_public(r.of_table, r.state) is true as is_public,
      u.needs is not null as needs_text
    from rows r cross join private.uses_in(r.of_table, r.state) u where u.picture = uses_of_picture.picture
    union all
    select r.relation, (r.state ->> 'id')::uuid, r.state ->> 'title', private.is_public(r.relation, r.state) is true, false
    from public.pictures p join private.picture_names n on n.address = p.origin and n.ended_at is null
    cross join private.record_with(n.relation, n.row_id) r
    where p.id = uses_of_picture.picture
    union all
    select d.relation, d.record_id, coalesce(d.content ->> 'title', ''), false, false
    from public.drafts d where private.draft_names_picture(d.content, uses_of_picture.picture)
  )
  select u.relation, u.record_id, min(u.title), bool_or(u.is_public), bool_or(u.is_public and u.needs_text)
  from uses u group by u.relation, u.record_id;
$function$;

CREATE OR REPLACE FUNCTION public.read_original(token text, picture uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select shipping.read_original(token, picture);
$function$;

CREATE OR REPLACE FUNCTION shipping.claim_pictures(token text, most integer, is_tidying boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
begin
  perform shipping.expect_shell(token);
  if is_tidying then
    perform private.delete_unused_files();
  end if;
  select coalesce(jsonb_agg(
    jsonb_build_object('id', j.subject, 'address', j.input ->> 'address', 'attempt', j.attempt)
  ), '[]')
  into taken from private.take_jobs('copy_picture', most) j;
  return taken;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.find_library_picture(token text, picture uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shipping.read_original(token text, picture uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_process(token, 'pictures');
  return (
    select translate(encode(f.bytes, 'base64'), E'\n', '')
    from public.pictures p join private.picture_files f on f.hash = p.original where p.id = read_original.picture
  );
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.tidy_uploads(token text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE TRIGGER drop_job AFTER DELETE ON public.pictures FOR EACH ROW EXECUTE FUNCTION private.drop_job();

CREATE TRIGGER drop_job AFTER DELETE ON public.sources FOR EACH ROW EXECUTE FUNCTION private.drop_job();

CREATE TRIGGER expect_room BEFORE INSERT OR UPDATE OF title, alt, content_type, failure, origin, original ON public.pictures FOR EACH STATEMENT EXECUTE FUNCTION private.expect_room_at_write();

CREATE TRIGGER keep_named_copy BEFORE DELETE ON public.pictures FOR EACH ROW WHEN (((old.origin IS NOT NULL) AND (auth.uid() IS NOT NULL))) EXECUTE FUNCTION private.keep_named_copy();

CREATE TRIGGER queue_copy AFTER INSERT ON public.pictures FOR EACH ROW WHEN ((new.origin IS NOT NULL)) EXECUTE FUNCTION private.queue_job('copy_picture');

CREATE TRIGGER queue_job AFTER INSERT ON public.pictures FOR EACH ROW WHEN ((new.origin IS NULL)) EXECUTE FUNCTION private.queue_job('size_picture');

CREATE TRIGGER record_deletion_in_trail BEFORE DELETE ON public.pictures FOR EACH ROW WHEN (((old.sized_at IS NOT NULL) OR private.is_uploaded(old.id))) EXECUTE FUNCTION private.record_in_trail('updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure', 'original');

CREATE TRIGGER record_in_trail AFTER INSERT OR UPDATE ON public.pictures FOR EACH ROW WHEN (((new.origin IS NULL) OR (new.updated_at > new.created_at))) EXECUTE FUNCTION private.record_in_trail('updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure', 'original');

CREATE TRIGGER watch_delete AFTER DELETE ON public.pictures REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('pictures', 'case when r.sized_at is not null or r.original is not null or r.origin is null and r.failure is not null then ''-infinity''::timestamptz end');

CREATE TRIGGER watch_insert AFTER INSERT ON public.pictures REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('pictures', 'case when r.sized_at is not null or r.original is not null or r.origin is null and r.failure is not null then ''-infinity''::timestamptz end');

CREATE TRIGGER watch_truncate AFTER TRUNCATE ON public.pictures FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('pictures', 'case when r.sized_at is not null or r.original is not null or r.origin is null and r.failure is not null then ''-infinity''::timestamptz end');

CREATE TRIGGER watch_update AFTER UPDATE ON public.pictures REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('pictures', 'case when r.sized_at is not null or r.original is not null or r.origin is null and r.failure is not null then ''-infinity''::timestamptz end');

revoke all on function private.delete_unused_files() from public, anon, authenticated, service_role;

revoke all on function private.hold_subject(text,uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.keep_named_copy() from public, anon, authenticated, service_role;

revoke all on function private.record_with(text,uuid) from public, anon, authenticated, service_role;

revoke all on function private.size_copy_done(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.size_copy_failed(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.size_copy_input(uuid) from public, anon, authenticated, service_role;

revoke all on function private.size_copy_part(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.title_of_address(text) from public, anon, authenticated, service_role;

revoke all on function public.read_original(text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_original(text,uuid) to anon;
grant execute on function public.read_original(text,uuid) to authenticated;

revoke all on function shipping.read_original(text,uuid) from public, anon, authenticated, service_role;
grant execute on function shipping.read_original(text,uuid) to anon;
grant execute on function shipping.read_original(text,uuid) to authenticated;

comment on column private.job_kinds.relation is 'The table of the subjects.';

comment on column public.pictures.bytes is 'Bytes of the upload or of the fetched file, as its type, width and height are; null until sizes of the upload are made.';

comment on column public.pictures.failure is 'Why no sizes can be made, or why it cannot be fetched; null unless that failed.';

comment on column public.pictures.origin is 'The address on another host that texts name; null for an upload.';

comment on column public.pictures.original is 'The file that was fetched from there. It is shown until its sizes are made, or where they cannot be.';

comment on function private.claimed_job(text,jsonb) is 'The job of a claim {id, attempt}, locked with its subject; null when the claim is another''s by now.';

comment on function private.drop_job() is 'Ends the jobs of a row with it.';

comment on function private.hold_subject(text,uuid,text) is 'Locks the row that a job is about. It comes before the job, as whoever deletes the row locks both in this order.';

comment on function private.record_with(text,uuid) is 'The record that a row is part of, or the row itself.';

comment on function private.title_of_address(text) is 'The name of a file in an address, without its extension.';

comment on function public.library_pictures(text[]) is 'Pictures by their addresses /_pictures/{id} or on other hosts, with their sizes [{type, width, hash}]; without sizes the address itself is shown. Others are left out.';

comment on function public.picture_copies(text[]) is 'For pages of the release before: pictures of other hosts as they were fetched; addresses without one are left out.';

comment on function public.read_original(text,uuid) is 'For the program that makes sizes: a picture as it was fetched from another host, in base64; null for any other.';

comment on function public.tidy_uploads(text) is 'For the program that makes sizes, hourly: deletes files that nothing shows and pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';

comment on function shipping.read_original(text,uuid) is 'For the program that makes sizes: a picture as it was fetched from another host, in base64; null for any other.';

comment on function shipping.tidy_uploads(text) is 'For the program that makes sizes, hourly: deletes files that nothing shows and pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';

comment on table private.picture_files is 'Files that shells serve, by the SHA-256 of their bytes: sizes of pictures, and pictures of other hosts as they were fetched.';

insert into private.retention (subject, purpose, aged_by, condition, ended_by, days) values
  ('private.picture_names', 'Keeps a picture of another host, in case its address comes back into the text.', 'r.ended_at', 'not exists (select from public.pictures p where p.origin = r.address) or exists (select from private.picture_names n where n.address = r.address and n.ended_at is null)', NULL, '30'),
  ('public.pictures', 'A picture of another host that no text names any more.', 'case when r.origin is not null then coalesce((select max(n.ended_at) from private.picture_names n where n.address = r.origin), r.created_at) end', 'not exists (select from private.picture_names n where n.address = r.origin and n.ended_at is null) and not exists (select from private.uses_of_picture(r.id))', NULL, '30');

reset check_function_bodies;
