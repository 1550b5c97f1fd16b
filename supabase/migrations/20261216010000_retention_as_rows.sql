-- How rows expire is said by the rows of private.retention.
alter table private.retention
  add column aged_by text not null default 'now()',
  add column condition text not null default 'true',
  add column ended_by text;

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function private.delete_expired(text,timestamp with time zone);

CREATE OR REPLACE FUNCTION private.apply_retention()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.retention;
  deleted integer;
  total integer := 0;
begin
  -- The trail does not record what ends by time: it would keep it.
  perform set_config('private.is_retention', 'on', true);
  for due in
    select * from private.retention r where r.applied_at < now() - interval '1 hour' order by r.subject
    for no key update skip locked
  loop
    deleted := private.delete_expired(due, now() - make_interval(days => due.days));
    if deleted < 1000 then
      update private.retention r set applied_at = now() where r.subject = due.subject;
    end if;
    total := total + deleted;
  end loop;
  perform set_config('private.is_retention', 'off', true);
  return total;
end;
$function$;

CREATE OR REPLACE FUNCTION private.delete_expired(due private.retention, till timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_rows integer := 0;
  old_rows constant text := format(
    'from %1$s r where %2$s < $1 and (%3$s) order by %2$s limit 1000 for update skip locked',
    due.subject, due.aged_by, due.condition
  );
begin
  -- Where the auth service keeps its table to itself, it also ends the rows.
  if due.subject like 'auth.%' and due.ended_by is null and (
    select bool_and(has_table_privilege(to_regclass(due.subject), p)) from unnest(array['select', 'update', 'delete']) p
  ) is not true then
    return 0;
  end if;
  if due.ended_by is null then
    execute format('delete from %s where ctid = any (array(select r.ctid %s))', due.subject, old_rows) using till;
    get diagnostics found_rows = row_count;
  else
    execute format('select count(%s(e.id)) from (select r.id %s) e', due.ended_by, old_rows) into found_rows using till;
  end if;
  return found_rows;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forget_owners()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.owners o using gone
  where gone.operation = 'delete' and o.relation = gone.relation and o.record = gone.row_id
    and not exists (select from public.trail t where t.relation = o.relation and t.row_id = o.record);
  delete from private.bylines b using gone
  where b.post = gone.row_id
    and not exists (select from public.posts p where p.id = b.post)
    and not exists (select from public.trail t where t.row_id = b.post);
  return null;
end;
$function$;

revoke all on function private.delete_expired(private.retention,timestamp with time zone) from public, anon, authenticated, service_role;

comment on column private.retention.aged_by is 'SQL of the time or the date from which a row r is kept; without one, rows stay.';

comment on column private.retention.condition is 'SQL of what else holds for a row r that expires.';

comment on column private.retention.ended_by is 'The function of an id that ends a row; null where deleting it is all.';

comment on function private.delete_expired(private.retention,timestamp with time zone) is 'Deletes at most a thousand rows of a subject of private.retention that are older, and returns how many.';

update private.retention set aged_by = 'r.created_at' where subject = 'auth.audit_log_entries';

update private.retention set aged_by = 'r.created_at', condition = 'not exists (select from private.admitted a where a.user_id = r.id) and not exists (select from private.invitations i where i.email = lower(r.email) and i.accepted_at is null and i.expires_at > now())', ended_by = 'private.erase_account' where subject = 'auth.users';

update private.retention set aged_by = 'r.day + 1' where subject = 'private.ai_calls';

update private.retention set aged_by = 'r.staged_at' where subject = 'private.import_rows';

update private.retention set aged_by = 'coalesce(r.accepted_at, r.expires_at)' where subject = 'private.invitations';

update private.retention set aged_by = 'r.seen_at' where subject = 'private.open_records';

update private.retention set aged_by = 'r.expires_at' where subject = 'private.previews';

update private.retention set aged_by = 'r.happened_at' where subject = 'public.trail';

update private.retention set aged_by = 'r.created_at' where subject = 'public.workflows';

reset check_function_bodies;
