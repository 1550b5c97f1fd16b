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
  bytes integer not null
  generated always as (octet_length(entry::text) + coalesce(octet_length(body), 0)) stored,
  primary key (account, import, number)
);
comment on table private.import_rows is
  'Rows of files that an account checks and imports. An import deletes its rows; others end as private.retention says.';
comment on column private.import_rows.entry is
  'place: line or file. faults: what the browser could not read. The other keys are columns; a missing key leaves a column as it is.';
comment on column private.import_rows.body is 'The long text of a row, apart so that a check does not unpack it for each key.';
comment on column private.import_rows.outcome is 'create, update, unchanged or wrong, by the last check.';
comment on column private.import_rows.target is 'The record that has the same identity.';
comment on column private.import_rows.seen is 'Version of the target at the last check.';
comment on column private.import_rows.creates is 'Categories and the like that do not exist yet.';

create index import_rows_oldest on private.import_rows (staged_at);

alter table private.import_rows enable row level security;

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
comment on function private.stage_import(uuid, integer, jsonb) is
  'Stores rows of a file for a check and an import by the same account. first: the number of the first one. Several calls fill an import.';
select private.expose('stage_import', 'authenticated');

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

create function private.objectives_of(workshop uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(d.name, o.objective), '{}')
  from public.matrix_workshop_learning_objectives o join public.matrix_dimensions d on d.id = o.dimension_id
  where o.matrix_workshop_id = workshop;
$$;

-- Check and import of staged rows, for each target.

create function private.check_import(target text, import uuid, update_existing boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  case target
    when 'posts' then perform private.check_posts(import, update_existing);
    when 'matrix' then perform private.check_matrix(import, update_existing);
    else raise exception using errcode = 'PT400',
      message = format('There is no import of “%s”; expected posts or matrix.', target);
  end case;
  if private.role_at_write() <> 'publisher' then
    perform private.refuse_rows(target, import);
  end if;
  return private.import_report(import);
end;
$$;

create function private.run_import(target text, import uuid, update_existing boolean, leave_out boolean, plan text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.expect_staff();
  if plan is not null then
    -- One import at a time: the second one sees what the first one wrote.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('import', 0));
  end if;
  report := private.check_import(target, import, update_existing);
  if not coalesce(private.may_import(report, plan, leave_out), false) then
    return report || '{"done": false}';
  end if;
  begin
    if target = 'posts' then
      perform private.write_posts(import);
    else
      perform private.write_matrix(import);
    end if;
  exception when unique_violation then
    -- Somebody saved the same address or code since the check.
    return private.check_import(target, import, update_existing) || '{"done": false}';
  end;
  delete from private.import_rows r where r.account = auth.uid() and r.import = run_import.import;
  return report || '{"done": true}';
end;
$$;

create function public.run_import(
  target text, import uuid, update_existing boolean default false, leave_out boolean default false, plan text default null
) returns jsonb
-- 5,000 posts take longer than other requests may: the search reads each word of them.
language sql volatile security invoker set search_path = '' set statement_timeout = '5min'
as $$
  select private.run_import(target, import, update_existing, leave_out, plan);
$$;
comment on function public.run_import(text, uuid, boolean, boolean, text) is
  'Checks the staged rows of an import of posts or the matrix: {plan, rows: [[number, outcome, faults]], creates, done}. With the plan of an earlier check it writes them all if the plan is still the same and no row is wrong, or with leave_out all but the wrong ones; else it writes nothing and done is false.';

-- The check of an import says which rows the role of the caller does not allow, before the triggers refuse them.

create function private.refuse_rows(target text, import uuid) returns void
language sql set search_path = ''
as $$
  with judged as (
    select r.number, case
      when refuse_rows.target = 'matrix' or r.creates <> '{}' then 'Only publishers may do this.'
      else private.refusal(
        private.role_of_caller(), r.target is null or private.owns('posts', r.target),
        p.published_at is not null or private.moment_of(r.entry ->> 'published_at') is not null
      )
    end as fault
    from private.import_rows r left join public.posts p on p.id = r.target
    where r.account = auth.uid() and r.import = refuse_rows.import and r.outcome in ('create', 'update')
  )
  update private.import_rows r set outcome = 'wrong', faults = array[j.fault], creates = '{}'
  from judged j
  where r.account = auth.uid() and r.import = refuse_rows.import and r.number = j.number and j.fault is not null;
$$;
comment on function private.refuse_rows(text, uuid) is
  'Marks the staged rows that check_role would refuse, as they would be new or change what is there.';

create function private.compose_entry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.entry := (
    select jsonb_object_agg(e.key, case
      -- Stored as they come.
      when e.key in ('excerpt', 'prerequisites') then e.value
      when jsonb_typeof(e.value) = 'string' then to_jsonb(normalize(e.value #>> '{}'))
      when e.key = 'objectives' and jsonb_typeof(e.value) = 'object' then (
        select coalesce(jsonb_object_agg(normalize(o.key), o.value), '{}') from jsonb_each(e.value) o
      )
      else e.value
    end)
    from jsonb_each(new.entry) e
  );
  return new;
end;
$$;
comment on function private.compose_entry() is 'The values of an imported row are compared with those that are stored.';

create trigger compose_entry before insert or update on private.import_rows
  for each row when (new.entry::text is not nfc normalized) execute function private.compose_entry();

grant execute on function private.run_import to authenticated;
grant execute on function public.run_import to authenticated, service_role;
