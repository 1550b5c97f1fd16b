-- Imports of posts and of the matrix. A file may be larger than a request, so its rows are staged first. Each check
-- writes to the staged rows what an import would do; an import repeats the check and writes all rows or none.

create table private.import_rows (
  account uuid not null references auth.users (id) on delete cascade,
  import uuid not null,
  number integer not null constraint import_rows_number check (number between 1 and 20000),
  entry jsonb not null constraint import_rows_entry check (jsonb_typeof(entry) = 'object'),
  body text,
  staged_at timestamptz not null default now(),
  outcome text,
  target uuid,
  seen text,
  creates text[] not null default '{}',
  faults text[] not null default '{}',
  primary key (account, import, number)
);
comment on table private.import_rows is
  'Rows of files that an account checks and imports. An import deletes its rows; others end after a day.';
comment on column private.import_rows.entry is
  'place: line or file. faults: what the browser could not read. The other keys are columns; a missing key leaves a column as it is.';
comment on column private.import_rows.body is 'The long text of a row, apart so that a check does not unpack it for each key.';
comment on column private.import_rows.outcome is 'create, update, unchanged or wrong, by the last check.';
comment on column private.import_rows.target is 'The record that has the same identity.';
comment on column private.import_rows.seen is 'Version of the target at the last check.';
comment on column private.import_rows.creates is 'Categories and the like that do not exist yet.';
create index import_rows_oldest on private.import_rows (staged_at);
alter table private.import_rows enable row level security;
revoke all on private.import_rows from public, anon, authenticated, service_role;

create function private.stage_import(import uuid, first integer, entries jsonb) returns void
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
  delete from private.import_rows r where r.staged_at < now() - interval '1 day';
  insert into private.import_rows (account, import, number, entry, body)
  select auth.uid(), stage_import.import, stage_import.first + e.place::integer - 1, e.entry - 'content', e.entry ->> 'content'
  from jsonb_array_elements(entries) with ordinality e (entry, place)
  on conflict on constraint import_rows_pkey do update set entry = excluded.entry, body = excluded.body, staged_at = now();
end;
$$;

create function public.stage_import(import uuid, first integer, entries jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.stage_import(import, first, entries);
$$;
comment on function public.stage_import(uuid, integer, jsonb) is
  'Stores rows of a file for a check and an import by the same account. first: the number of the first one. Several calls fill an import.';

create function private.import_report(import uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    -- Another check has the same plan if an import would do the same to the same versions.
    'plan', md5(string_agg(
      format('%s %s %s %s %s', r.number, r.outcome, r.target, r.seen, r.creates), e'\n' order by r.number
    )),
    'rows', jsonb_agg(jsonb_build_array(r.number, r.outcome, to_jsonb(r.faults)) order by r.number),
    'creates', (
      select coalesce(jsonb_agg(distinct created), '[]')
      from private.import_rows n cross join unnest(n.creates) created
      where n.account = auth.uid() and n.import = import_report.import and n.outcome in ('create', 'update')
    )
  )
  from private.import_rows r where r.account = auth.uid() and r.import = import_report.import;
$$;
comment on function private.import_report(uuid) is 'What the last check found out about the rows of an import.';

create function private.may_import(report jsonb, plan text, leave_out boolean) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(report -> 'rows') = 'null' then
    raise exception using errcode = 'PT404', message = 'The rows of this file are not there any more; expected rows that were staged today and not imported yet.';
  end if;
  return plan = report ->> 'plan' and (
    leave_out or not exists (select from jsonb_array_elements(report -> 'rows') r where r ->> 1 = 'wrong')
  );
end;
$$;
comment on function private.may_import(jsonb, text, boolean) is
  'Whether the check found what the caller has seen, and nothing wrong that the caller did not leave out.';

create function private.faults_of_file(entry jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select f.fault from jsonb_array_elements_text(
      case when jsonb_typeof(entry -> 'faults') = 'array' then entry -> 'faults' else '[]' end
    ) f (fault)
  );
$$;

create function private.moment_of(given text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when given ~ '^\s*\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?\s*$'
      and pg_input_is_valid(given, 'timestamptz') then
      case
        when given ~ ':\d{2}(\.\d+)?\s?(Z|[+-]\d{2}(:?\d{2})?)\s*$' then given::timestamptz
        else given::timestamp at time zone (select s.time_zone from public.site s)
      end
  end;
$$;
comment on function private.moment_of(text) is
  'A date of a file, in the site''s time zone unless it has an offset; null for anything else, such as the words that PostgreSQL knows.';
