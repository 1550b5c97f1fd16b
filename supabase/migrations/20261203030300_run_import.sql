-- Check and import of staged rows, for each target.

create function private.check_import(target text, import uuid, update_existing boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  case target
    when 'posts' then perform private.check_posts(import, update_existing);
    when 'matrix' then perform private.check_matrix(import, update_existing);
    else raise exception using errcode = 'PT400',
      message = format('There is no import of “%s”; expected posts or matrix.', target);
  end case;
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

revoke execute on all functions in schema private from public;
revoke execute on function public.stage_import, public.run_import from public, anon;
grant execute on function private.stage_import, private.run_import, public.stage_import, public.run_import
  to authenticated;
