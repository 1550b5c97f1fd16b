-- The state of a Supabase project before its first migration: the roles of the API, the schema for extensions, the
-- default privileges of these roles, and the functions that return the caller. Safe to run again.

do $$
begin
  if to_regrole('anon') is null then create role anon nologin noinherit; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin noinherit; end if;
  if to_regrole('service_role') is null then create role service_role nologin noinherit bypassrls; end if;
  if to_regrole('authenticator') is null then create role authenticator noinherit; end if;
  if to_regrole('supabase_auth_admin') is null then create role supabase_auth_admin noinherit; end if;
  if not (select bool_and(rolcanlogin) from pg_catalog.pg_roles where rolname in ('authenticator', 'supabase_auth_admin'))
  then
    alter role authenticator login;
    alter role supabase_auth_admin login;
  end if;
end
$$;

grant anon, authenticated, service_role to current_user;
-- Requests connect as this role, which may do nothing itself.
grant anon, authenticated, service_role to authenticator;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin;
grant select, insert, update, delete on all tables in schema auth to supabase_auth_admin;
alter default privileges in schema auth grant select, insert, update, delete on tables to supabase_auth_admin;

do $$
begin
  if to_regprocedure('auth.uid()') is null then
    create function auth.jwt() returns jsonb language sql stable as $f$
      select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb)
    $f$;

    create function auth.uid() returns uuid language sql stable as $f$
      select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub')::uuid
    $f$;

    create function auth.role() returns text language sql stable as $f$
      select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role')
    $f$;

    create function auth.email() returns text language sql stable as $f$
      select auth.jwt() ->> 'email'
    $f$;
  end if;
end
$$;

-- Files, as Supabase Storage keeps them but for their bytes, which are rows here.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  public boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner_id text,
  metadata jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  unique (bucket_id, name)
);
create table if not exists storage.contents (
  object uuid primary key references storage.objects (id) on delete cascade,
  bytes bytea not null
);
alter table storage.contents alter column bytes set storage external;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.contents enable row level security;
revoke all on storage.buckets, storage.objects, storage.contents from public;
grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;
grant select, insert on storage.contents to anon, authenticated, service_role;
grant select on storage.buckets to service_role;

do $$
begin
  if not exists (select from pg_catalog.pg_policies where schemaname = 'storage' and tablename = 'contents') then
    create policy "Who may read an object may read its bytes" on storage.contents for select
      using (exists (select from storage.objects o where o.id = object));
    create policy "Who stored an object stores its bytes" on storage.contents for insert
      with check (exists (select from storage.objects o where o.id = object and o.owner_id = (select auth.uid())::text));
  end if;
end
$$;

-- The limits of a bucket, which Supabase Storage itself checks.
create or replace function storage.check_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  bucket constant storage.buckets := (select b from storage.buckets b where b.id = new.bucket_id);
begin
  if new.metadata ->> 'mimetype' <> all (bucket.allowed_mime_types) then
    raise exception using errcode = 'PT415', message = 'This type is not allowed in the bucket.';
  elsif (new.metadata ->> 'size')::bigint > bucket.file_size_limit then
    raise exception using errcode = 'PT413', message = 'The object exceeds the size that the bucket allows.';
  end if;
  return new;
end;
$$;
create or replace trigger check_limits after insert on storage.objects
  for each row execute function storage.check_limits();
