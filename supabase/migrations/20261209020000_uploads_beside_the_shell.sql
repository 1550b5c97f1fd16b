-- Shells serve what the process beside them wrote, never an upload. The first size of a picture is shown while the others
-- are made, and none of a picture that failed.

-- Only waiting uploads have a claim, so that a claim costs the same whatever the library holds.
delete from private.picture_claims c using public.pictures p
where p.id = c.picture and (p.sized_at is not null or p.failure is not null);
comment on table private.picture_claims is 'Which uploads wait for their sizes; that of a picture ends when they are made or it has failed.';

create function private.uuid_of(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then name::uuid end;
$$;
comment on function private.uuid_of(text) is 'An id in the form in which uuids are written; null for any other text.';

create or replace function private.is_orphan(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from public.pictures p where p.id = private.uuid_of(name)) and not exists (
    select from public.trail t
    where t.row_id = private.uuid_of(name) and t.relation = 'pictures' and t.happened_at > now() - interval '30 days'
  );
$$;

-- A shell has no use for uploads.
create or replace function shipping.reads_uploads() returns boolean
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

create function private.fail_picture(own_id uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  update public.pictures p set failure = reason where p.id = own_id;
  delete from private.picture_sizes s where s.picture = own_id;
  delete from private.picture_claims c where c.picture = own_id;
$$;
comment on function private.fail_picture(uuid, text) is 'Gives up the sizes of a picture: none of it is shown.';

comment on function public.claim_uploads(text, integer) is
  'For the process that makes sizes: {uploads: [{picture, attempt}]}. No other process gets these uploads for three minutes, nor for three minutes after each stored size.';

create function shipping.tidy_uploads(token text) returns text[]
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_sizer(token);
  -- Rows whose upload ended before it was whole.
  perform set_config('private.is_retention', 'on', true);
  delete from public.pictures p where p.created_at < now() - interval '1 hour' and not private.is_uploaded(p.id)
    and p.sized_at is null;
  perform set_config('private.is_retention', '', true);
  return array(
    select o.name from storage.objects o where o.bucket_id = 'pictures' and private.is_orphan(o.name) limit 100
  );
end;
$$;
create function public.tidy_uploads(token text) returns text[]
language sql security invoker set search_path = ''
as $$
  select shipping.tidy_uploads(token);
$$;
comment on function public.tidy_uploads(text) is
  'For the process that makes sizes, hourly: deletes pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';

create or replace function shipping.finish_upload(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_id constant uuid := (result ->> 'picture')::uuid;
  attempt constant integer := (result ->> 'attempt')::integer;
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(result) then
    return false;
  end if;
  if result ? 'failure' and (attempt >= 4 or coalesce((result ->> 'isFinal')::boolean, false)) then
    perform private.fail_picture(own_id, result ->> 'failure');
  elsif result ? 'failure' then
    update private.picture_claims c
    set due_at = now() + case attempt when 1 then interval '1 minute' when 2 then interval '10 minutes' else interval '1 hour' end
    where c.picture = own_id;
  else
    update public.pictures p set
      content_type = result ->> 'type', width = (result ->> 'width')::integer, height = (result ->> 'height')::integer,
      bytes = (result ->> 'bytes')::integer, sized_at = now(), failure = null
    where p.id = own_id;
    delete from private.picture_claims c where c.picture = own_id;
  end if;
  return true;
end;
$$;

create or replace function shipping.find_library_picture(token text, picture uuid) returns jsonb
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
      select '{"type": null, "hash": null}'::jsonb from public.pictures p
      where p.id = find_library_picture.picture and p.failure is null
    )
  );
end;
$$;
comment on function public.find_library_picture(text, uuid) is
  'For shells: the size {type, hash} to which the address of a picture of the library leads; both are null until the first is made, the result is null for no picture and for one that failed.';

revoke execute on function private.uuid_of, private.fail_picture, shipping.tidy_uploads, public.tidy_uploads
  from public, anon, authenticated, service_role;
grant execute on function shipping.tidy_uploads, public.tidy_uploads to anon, authenticated;
