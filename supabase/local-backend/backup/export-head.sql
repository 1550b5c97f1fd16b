-- The database of a site, for a Supabase project or any PostgreSQL 17: schema, content and accounts.
-- All of it is loaded or nothing. Load it as the database's owner. It holds password hashes.
begin;
set local client_min_messages = warning;
set local standard_conforming_strings = on;
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text, created_by text, idempotency_key text, rollback text[]
);
