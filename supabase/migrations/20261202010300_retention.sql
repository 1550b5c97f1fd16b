-- Retention: how long each kind of row with personal data is kept.

create table private.retention (
  subject text primary key,
  days integer not null constraint retention_days check (days > 0),
  purpose text not null,
  applied_at timestamptz not null default '-infinity'
);
comment on table private.retention is
  'How long rows are kept, and what for. Change it with: update private.retention set days = 100 where subject = ''public.trail''.';
comment on column private.retention.applied_at is 'When nothing was left to delete.';
alter table private.retention enable row level security;
revoke all on private.retention from public, anon, authenticated, service_role;

insert into private.retention (subject, days, purpose) values
  ('public.trail', (select trail_days from private.settings), 'Shows who changed what, and restores it.'),
  ('public.workflows', 365, 'Staff look up results of AI runs.'),
  ('private.ai_calls', 90, 'Counts against the limits of a day; three months of cost.'),
  ('private.invitations', 30, 'Says that a link has expired or was used; counted from its end.'),
  ('auth.audit_log_entries', 90, 'Shows sign-ins after an incident.'),
  ('auth.users', 7, 'An account that nobody admits to staff has no use.');
alter table private.settings drop column trail_days;

create table private.admitted (
  user_id uuid primary key references auth.users (id) on delete cascade
);
comment on table private.admitted is 'Accounts that are or were staff. All others end after the days of private.retention.';
alter table private.admitted enable row level security;
revoke all on private.admitted from public, anon, authenticated, service_role;

create function private.note_admission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.admitted (user_id) values (new.user_id) on conflict do nothing;
  return null;
end;
$$;
create trigger note_admission after insert on private.staff
  for each row execute function private.note_admission();

insert into private.admitted (user_id)
select u.id from auth.users u
where exists (select from private.staff s where s.user_id = u.id)
  or exists (select from public.trail t where t.actor_id = u.id)
  or exists (select from private.invitations i where i.accepted_by = u.id);

create function private.delete_expired(subject text, till timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  found_rows integer := 0;
  account uuid;
begin
  case subject
  when 'public.trail' then
    delete from public.trail where id in (
      select t.id from public.trail t where t.happened_at < till order by t.happened_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
    delete from private.bylines b
    where not exists (select from public.posts p where p.id = b.post)
      and not exists (select from public.trail t where t.row_id = b.post);
  when 'public.workflows' then
    delete from public.workflows where id in (
      select w.id from public.workflows w where w.created_at < till order by w.created_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.ai_calls' then
    delete from private.ai_calls where receipt in (
      select c.receipt from private.ai_calls c where c.day < till::date limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.invitations' then
    delete from private.invitations where id in (
      select i.id from private.invitations i where coalesce(i.accepted_at, i.expires_at) < till limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'auth.audit_log_entries' then
    if to_regclass('auth.audit_log_entries') is not null then
      delete from auth.audit_log_entries where id in (
        select e.id from auth.audit_log_entries e where e.created_at < till limit 1000 for update skip locked
      );
      get diagnostics found_rows = row_count;
    end if;
  when 'auth.users' then
    for account in
      select u.id from auth.users u
      where u.created_at < till
        and not exists (select from private.admitted a where a.user_id = u.id)
        and not exists (
          select from private.invitations i
          where i.email = lower(u.email) and i.accepted_at is null and i.expires_at > now()
        )
      limit 1000 for update skip locked
    loop
      perform private.erase_account(account);
      found_rows := found_rows + 1;
    end loop;
  end case;
  return found_rows;
end;
$$;
comment on function private.delete_expired(text, timestamptz) is
  'Deletes at most a thousand rows of a subject of private.retention that are older, and returns how many.';

create function private.apply_retention() returns integer
language plpgsql security definer set search_path = ''
as $$
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
    deleted := private.delete_expired(due.subject, now() - make_interval(days => due.days));
    if deleted < 1000 then
      update private.retention r set applied_at = now() where r.subject = due.subject;
    end if;
    total := total + deleted;
  end loop;
  perform set_config('private.is_retention', 'off', true);
  return total;
end;
$$;
comment on function private.apply_retention() is
  'Deletes what private.retention lets expire, at most once in an hour unless much is left. The embedded backend, a schedule of pg_cron where it exists, and the first write of a transaction call it.';

create or replace function private.record_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end;
  stored jsonb := coalesce(new_row, old_row);
  own_id constant uuid := (stored ->> 'id')::uuid;
  parent constant uuid := coalesce(stored ->> 'module_id', stored ->> 'course_id')::uuid;
  this_act constant uuid := private.current_act();
  entry bigint;
begin
  if current_setting('private.is_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o where new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.trail (
    act, actor_id, operation, relation, row_id, record_id, parent_id, title, before, after
  )
  values (
    this_act, (select auth.uid()), lower(tg_op), tg_table_name, own_id,
    case tg_table_name
      when 'modules' then parent
      -- A lesson that is deleted by cascade finds its module in the trail only: deletions are recorded before they
      -- happen.
      when 'lessons' then coalesce(
        (select m.course_id from public.modules m where m.id = parent),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
      else own_id
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored #>> '{input_data,query}', stored #>> '{input_data,filename}',
      stored ->> 'workflow_type', ''
    ), old_row, new_row
  )
  returning id into entry;
  -- Once in each transaction.
  if not exists (select from public.trail t where t.act = this_act and t.id < entry) then
    perform private.apply_retention();
  end if;
  return old;
end;
$$;
drop function private.prune_trail();
comment on table public.trail is 'Audit log: every write of a content table, kept as private.retention says.';

-- Expired invitations end by private.retention.
create or replace function private.create_invitation(address text, remark text, inviter uuid, is_by_start boolean) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  invited constant text := nullif(lower(btrim(address)), '');
begin
  if invited !~ '^[^@\s]+@[^@\s]+$' or length(invited) > 254 then
    raise exception using errcode = 'PT400', message = 'This is no e-mail address; expected one like name@example.org.';
  end if;
  if exists (select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = invited) then
    raise exception using errcode = 'PT409', message = 'This address is staff already.';
  end if;
  insert into private.invitations (email, token_hash, note, invited_by, by_start)
  values (invited, sha256(convert_to(token, 'UTF8')), nullif(btrim(remark), ''), inviter, is_by_start)
  on conflict (email) where accepted_at is null do update set
    token_hash = excluded.token_hash, note = excluded.note, invited_by = excluded.invited_by,
    by_start = excluded.by_start, created_at = now(), expires_at = default;
  return token;
end;
$$;
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('apply-retention', '17 * * * *', 'select private.apply_retention()');
  end if;
end;
$$;

revoke execute on function private.note_admission, private.delete_expired, private.apply_retention from public;
