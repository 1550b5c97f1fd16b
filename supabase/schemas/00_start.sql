-- Nothing is open until a file grants it. Default privileges differ between projects, so the declaration has none until
-- 99_default_privileges.sql.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema private;
comment on schema private is 'Helpers and settings that the API does not expose.';

create schema shipping;
comment on schema shipping is 'Teams, their tokens and the registry of remotes, which the API does not expose.';

create function private.expose(source text, variadic roles text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  f constant pg_catalog.pg_proc := (select p from pg_catalog.pg_proc p where p.oid = (
    case when strpos(source, '.') > 0 then source else 'private.' || source end
  )::regproc);
  parameters constant text := (
    select string_agg(a.name, ', ' order by a.place)
    from unnest(f.proargnames) with ordinality a (name, place)
    where coalesce(f.proargmodes[a.place], 'i') in ('i', 'b', 'v')
  );
begin
  execute format(
    'create function public.%I(%s) returns %s language sql %s set search_path = '''' as %L',
    f.proname, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid),
    case f.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end,
    format(
      E'\n  select %s%s.%I(%s);\n', case when f.proretset then '* from ' end, f.pronamespace::regnamespace, f.proname, parameters
    )
  );
  execute format('comment on function public.%I is %L', f.proname, obj_description(f.oid, 'pg_proc'));
  execute format(
    'grant execute on function %s, public.%I to %s', f.oid::regproc, f.proname,
    (select string_agg(quote_ident(r), ', ') from unnest(roles) r)
  );
end;
$$;
comment on function private.expose(text, text[]) is
  'For the declaration: makes the function of the API that calls one of private, or of the schema that is named, with its comment, and lets roles call both.';

create table private.settings (
  only_row boolean primary key default true constraint settings_only_row check (only_row),
  sign_up text not null default 'invited'
    constraint settings_sign_up check (sign_up in ('open', 'invited', 'closed')),
  ai_calls_of_account integer not null default 50
    constraint settings_ai_calls_of_account check (ai_calls_of_account >= 0),
  ai_calls_in_all integer not null default 200 constraint settings_ai_calls_in_all check (ai_calls_in_all >= 0)
);
comment on table private.settings is
  'One row. sign_up: invited makes staff of those with an invitation, open of every new account, closed refuses new accounts. Change it with: update private.settings set sign_up = ''closed''.';
comment on column private.settings.ai_calls_of_account is
  'AI calls that each account may make on one day. A change applies to the next call; 0 allows none.';
comment on column private.settings.ai_calls_in_all is 'AI calls that all accounts together may make on one day.';

insert into private.settings default values;

-- Without policies, only functions and the owner reach a table.
alter table private.settings enable row level security;

-- Triggers that the tables of content share.

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Always later than before: forms compare it to notice that somebody else saved.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end;
$$;

-- Policies judge inserts; they cannot compare the old row with the new one.
create function private.refuse_forged_user_id() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and new.user_id is distinct from old.user_id
    and new.user_id is distinct from (select auth.uid()) then
    raise exception using errcode = '42501', message = 'A row cannot be given to another user.';
  end if;
  return new;
end;
$$;

create function private.site_time_zone() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.time_zone from public.site s), 'UTC');
$$;
comment on function private.site_time_zone() is 'The time zone of the site; UTC while there is no site.';

create function private.expect_new_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_there boolean;
  -- The record of the row that had this id last. It may be in the trash of another course.
  former uuid;
begin
  execute format('select exists (select from public.%I r where r.id = $1)', tg_table_name) into is_there using new.id;
  if is_there then
    return new;
  end if;
  if exists (select from private.kinds k where k.relation = tg_table_name and k.place_key is not null) then
    former := (select t.record_id from public.trail t where t.row_id = new.id order by t.id desc limit 1);
  end if;
  if private.has_other_record(tg_table_name, new.id)
    or former not in (new.id, private.owned_record(tg_table_name, to_jsonb(new))) then
    raise exception using errcode = case tg_table_name when 'pictures' then '23505' else 'PT409' end,
      message = 'Another record has this id; expected a new one, or none.';
  end if;
  return new;
end;
$$;
comment on function private.expect_new_id() is
  'Refuses an id that another record has or had: its history, its place in the trash and its pictures are found by the id alone.';

create function private.seen_text(content text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    content,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\U000E0000-\U000E0FFF]',
    '', 'g'
  );
$$;
comment on function private.seen_text(text) is 'A text without the characters that nobody sees.';

create function private.uuid_of(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then name::uuid end;
$$;
comment on function private.uuid_of(text) is 'An id in the form in which uuids are written; null for any other text.';

-- Now is the database's: clocks of browsers are minutes off. A column of a time takes 'now' through the API, PostgreSQL's
-- word for the time of its transaction. The content of a draft is no column: its times are resolved when it is stored.

create function public.database_now() returns timestamptz
language sql volatile security invoker set search_path = ''
as $$
  select clock_timestamp();
$$;
comment on function public.database_now() is
  'The time of the database, which decides what is public. Pages measure it to say what is scheduled and what is past.';

-- Addresses, names and titles are composed (Unicode's form NFC): a Mac types and names files with letters and their marks
-- apart, which look the same, and are another address, another name, and found by no search.

create function private.compose_texts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(t.key, normalize(to_jsonb(new) ->> t.key)) from unnest(tg_argv) as t (key)
  ));
end;
$$;
comment on function private.compose_texts() is 'Stores the columns that it is given in the form NFC.';

create function private.composed_keys(relation oid) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attname in ('slug', 'code', 'name', 'title', 'alt', 'author') and not a.attisdropped;
$$;
comment on function private.composed_keys(oid) is 'The columns of a table that are searched or compared as people typed them.';

create function private.is_blank(markdown text) returns boolean
language sql immutable set search_path = ''
as $$
  select private.seen_text(regexp_replace(private.with_plain_addresses(markdown), '&nbsp;|\u00A0', ' ', 'g')) !~ '\S';
$$;

create function private.without_comments(markdown text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if strpos(markdown, '<!--') = 0 then
    return markdown;
  end if;
  -- The two shortest comments end where they begin.
  return regexp_replace(replace(replace(markdown, '<!-->', ''), '<!--->', ''), '<!--.*?-->', '', 'g');
end;
$$;
comment on function private.without_comments(text) is 'A Markdown text without what it says to its authors.';

-- Ids. A draft of a course brings those of its new modules and lessons, an import those of workshops of the matrix. The
-- trash and the history find a row by its id alone.
create function private.has_other_record(relation text, record uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  other text;
  is_there boolean;
begin
  if exists (select from private.owners o where o.record = has_other_record.record and o.relation <> has_other_record.relation)
    or exists (select from public.trail t where t.row_id = record and t.relation <> has_other_record.relation) then
    return true;
  end if;
  for other in
    select k.relation from private.kinds k where k.relation <> has_other_record.relation
    union all select unnest(array['citation_checks', 'sources', 'workflows'])
  loop
    execute format('select exists (select from public.%I t where t.id = $1)', other) into is_there using record;
    if is_there then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
comment on function private.has_other_record(text, uuid) is 'Whether a row of another table has an id, or had it as far as the audit log goes back.';

grant usage on schema private to anon, authenticated, service_role;
grant usage on schema shipping to anon, authenticated;

grant execute on function private.without_comments to anon, authenticated, service_role;
grant execute on function public.database_now to authenticated, service_role;
