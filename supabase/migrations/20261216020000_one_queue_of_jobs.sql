-- One queue of jobs in place of three: what waited, was claimed or waited for its next attempt goes on there. A claim of the
-- release before keeps its number, and its program stores the result.

create table private.job_kinds (
  kind text primary key constraint job_kinds_kind check (kind ~ '^[a-z]+_[a-z]+$'),
  token text not null,
  lease interval not null,
  waits interval[] not null,
  exhausted text not null,
  needs_room boolean not null,
  is_prepared boolean not null
);

insert into private.job_kinds (kind, token, lease, waits, exhausted, needs_room, is_prepared) values
  (
    'copy_picture', 'pictures', '2 minutes', '{1 minute, 10 minutes, 1 hour}',
    'It could not be fetched in four attempts.', true, true
  ),
  (
    'size_picture', 'pictures', '3 minutes', '{1 minute, 10 minutes, 1 hour}',
    'Its sizes could not be made in four attempts.', true, false
  ),
  ('read_source', 'sources', '1 minute', '{1 second, 3 seconds}', 'It could not be read in three attempts.', false, true);

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null constraint jobs_kind_fkey references private.job_kinds (kind),
  subject uuid not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  failure text,
  constraint jobs_once unique (kind, subject)
);

create index jobs_due on private.jobs (kind, due_at, id);
alter table private.job_kinds enable row level security;
alter table private.jobs enable row level security;

-- No claim is given or ended while its row moves.
lock table private.picture_claims, private.picture_copies, public.sources in access exclusive mode;

insert into private.jobs (kind, subject, attempts, due_at)
select 'size_picture', c.picture, c.attempts, c.due_at from private.picture_claims c order by c.due_at;

-- A failed address is queued when a row names it anew. What a failure was between two attempts is no failure of the address.
insert into private.jobs (kind, subject, attempts, due_at, failure)
select 'copy_picture', c.id, c.attempts, c.due_at, c.failure from private.picture_copies c
where c.file is null and (c.attempts < 4 or c.due_at > now()) order by c.due_at;
update private.picture_copies c set failure = null where c.file is null and c.attempts < 4;

insert into private.jobs (kind, subject, attempts, due_at)
select 'read_source', s.id, s.attempts, s.due_at from public.sources s where s.state = 'waiting' order by s.due_at, s.number;

drop trigger queue_picture on public.pictures;
drop index private.picture_copies_due;
drop index public.sources_due;
-- Only functions of the database read these columns and this table, and the ones below replace them.
-- squawk-ignore ban-drop-table
drop table private.picture_claims;
-- They are in private.jobs.
-- squawk-ignore ban-drop-column
alter table private.picture_copies drop column attempts, drop column due_at;
-- No form reads them.
-- squawk-ignore ban-drop-column
alter table public.sources drop column attempts, drop column due_at;

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function private.fail_picture(uuid,text);

drop function private.queue_picture();

drop function shipping.expect_reader(text);

drop function shipping.expect_sizer(text);

drop function shipping.has_claim(jsonb);

CREATE OR REPLACE FUNCTION private.claim_by_subject(of_kind text, subject text, claim jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select claim || jsonb_build_object('id', (
    select j.id from private.jobs j where j.kind = of_kind and j.subject = claim_by_subject.subject::uuid
  ));
$function$;

CREATE OR REPLACE FUNCTION private.claimed_job(of_kind text, claim jsonb)
 RETURNS private.jobs
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j from private.jobs j
  where j.id = (claim ->> 'id')::bigint and j.kind = of_kind and j.attempts = (claim ->> 'attempt')::integer
  for update;
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
    from private.picture_copies c join private.picture_names n on n.address = c.address
    where c.id = subject and n.ended_at is null and n.account is not null order by n.relation, n.row_id limit 1;
    perform from private.room for update;
    lack := private.lack_of_room(own_account, octet_length(content));
    if lack is not null then
      return lack;
    end if;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes, account)
  values (own_hash, result ->> 'type', (result ->> 'width')::integer, (result ->> 'height')::integer, content, own_account)
  on conflict do nothing;
  update private.picture_copies c set file = own_hash, failure = null, fetched_at = now() where c.id = subject;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.copy_picture_failed(subject uuid, failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.picture_copies c set failure = copy_picture_failed.failure where c.id = subject;
$function$;

CREATE OR REPLACE FUNCTION private.copy_picture_input(subject uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('address', c.address) from private.picture_copies c where c.id = subject;
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
    insert into private.picture_copies as c (address)
    select distinct address from taken where ended_at is null order by address
    on conflict (address) do update set failure = null where c.file is null
    returning id
  )
  insert into private.jobs as j (kind, subject) select 'copy_picture', id from copies
  on conflict on constraint jobs_once do update set attempts = 0, due_at = now(), failure = null
  where j.failure is not null;
  -- A save that names the address again queues it again.
  delete from private.jobs where id in (
    select j.id from private.jobs j
    where j.kind = 'copy_picture' and j.due_at <= now() and not exists (
      select from private.picture_copies c join private.picture_names n on n.address = c.address
      where c.id = j.subject and n.ended_at is null
    )
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
  delete from private.jobs j where j.kind = tg_argv[0] and j.subject = old.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fail_job(job private.jobs, failure text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format('select private.%I($1, $2)', job.kind || '_failed') using job.subject, left(failure, 500);
  delete from private.jobs j where j.id = job.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_job(of_kind text, result jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job constant private.jobs := private.claimed_job(of_kind, result);
  waits constant interval[] := (select k.waits from private.job_kinds k where k.kind = of_kind);
  lack text;
begin
  if job.id is null then
    return false;
  end if;
  if result ? 'failure' then
    if coalesce((result ->> 'isFinal')::boolean, false) or job.attempts > cardinality(waits) then
      perform private.fail_job(job, result ->> 'failure');
    else
      update private.jobs j set failure = left(result ->> 'failure', 500), due_at = now() + waits[j.attempts]
      where j.id = job.id;
    end if;
    return true;
  end if;
  execute format('select private.%I($1, $2)', of_kind || '_done') into lack using job.subject, result;
  if lack is null then
    delete from private.jobs j where j.id = job.id;
  else
    -- The attempt does not count.
    update private.jobs j set failure = lack, attempts = j.attempts - 1, due_at = now() + interval '1 hour'
    where j.id = job.id;
  end if;
  return true;
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
    for update skip locked
  loop
    perform private.fail_job(ended, of_kind.exhausted);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.queue_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.jobs (kind, subject) values (tg_argv[0], new.id) on conflict on constraint jobs_once do nothing;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_source_done(subject uuid, result jsonb)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.sources s set state = 'read', text = left(result ->> 'text', 200000), fetched_at = now()
  where s.id = subject;
  select null::text;
$function$;

CREATE OR REPLACE FUNCTION private.read_source_failed(subject uuid, failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.sources s set state = 'unreadable', failure = read_source_failed.failure, fetched_at = now()
  where s.id = subject;
$function$;

CREATE OR REPLACE FUNCTION private.read_source_input(subject uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('url', s.url) from public.sources s where s.id = subject;
$function$;

CREATE OR REPLACE FUNCTION private.read_source_prepare()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Those of articles that were never stored.
  delete from public.sources s where s.post_id is null and s.created_at < now() - interval '1 day';
$function$;

CREATE OR REPLACE FUNCTION private.size_picture_done(subject uuid, result jsonb)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.picture_sizes s where s.picture = subject and result ? 'sizes' and not exists (
    select from jsonb_to_recordset(result -> 'sizes') as made (type text, width integer)
    where made.type = s.content_type and made.width = s.width
  );
  update public.pictures p set
    content_type = result ->> 'type', width = (result ->> 'width')::integer, height = (result ->> 'height')::integer,
    bytes = (result ->> 'bytes')::integer, sized_at = now(), failure = null
  where p.id = subject;
  select null::text;
$function$;

CREATE OR REPLACE FUNCTION private.size_picture_failed(subject uuid, failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- None of it is shown, unless it had all sizes before.
  update public.pictures p set failure = size_picture_failed.failure where p.id = subject and p.sized_at is null;
  delete from private.picture_sizes s using public.pictures p
  where s.picture = subject and p.id = subject and p.sized_at is null;
$function$;

CREATE OR REPLACE FUNCTION private.size_picture_input(subject uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('picture', subject)
  from storage.objects o where o.bucket_id = 'pictures' and o.name = subject::text;
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
    (select o.account from private.owners o where o.relation = 'pictures' and o.record = subject)
  )
  on conflict do nothing;
  insert into private.picture_sizes (picture, content_type, width, hash)
  values (subject, part ->> 'type', (part ->> 'width')::integer, own_hash)
  on conflict on constraint picture_sizes_pkey do update set hash = excluded.hash;
end;
$function$;

CREATE OR REPLACE FUNCTION private.store_part(of_kind text, part jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job constant private.jobs := private.claimed_job(of_kind, part);
begin
  if job.id is null then
    return false;
  end if;
  execute format('select private.%I($1, $2)', of_kind || '_part') using job.subject, part;
  -- The claim lasts while the program goes on.
  update private.jobs j set due_at = now() + k.lease
  from private.job_kinds k where j.id = job.id and k.kind = j.kind;
  return true;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_jobs(of_kind text, most integer)
 RETURNS TABLE(id bigint, subject uuid, attempt integer, input jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind_row constant private.job_kinds := (select k from private.job_kinds k where k.kind = of_kind);
begin
  perform private.prepare_jobs(kind_row);
  if kind_row.needs_room and private.lack_of_room() is not null then
    return;
  end if;
  return query execute format(
    'with due as (
       select j.id, j.due_at, i.input
       from private.jobs j cross join lateral (select private.%I(j.subject) as input) i
       where j.kind = $1 and j.due_at <= now() and i.input is not null
       order by j.due_at, j.id limit $2
       for update of j skip locked
     ), claimed as (
       update private.jobs j set attempts = j.attempts + 1, due_at = now() + $3, failure = null
       from due where j.id = due.id
       returning j.id, j.subject, j.attempts, due.due_at, due.input
     )
     select c.id, c.subject, c.attempts, c.input from claimed c order by c.due_at, c.id',
    of_kind || '_input'
  ) using of_kind, least(greatest(most, 0), 20), kind_row.lease;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from queued) then
    return null;
  end if;
  perform pg_catalog.pg_notify('jobs', '');
  begin
    if to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null then
      execute 'select realtime.send(''{}'', ''queued'', ''content'', true)';
    end if;
  exception when others then
    raise warning 'A new job was not broadcast: %', sqlerrm;
  end;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tidy_copies()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.picture_names n where n.ended_at < now() - interval '30 days';
  delete from private.picture_copies c
  where not exists (select from private.picture_names n where n.address = c.address);
  delete from private.picture_files where hash in (
    select f.hash from private.picture_files f
    where not exists (select from private.picture_copies c where c.file = f.hash)
      and not exists (select from private.picture_sizes s where s.hash = f.hash)
    for update skip locked
  );
$function$;

CREATE OR REPLACE FUNCTION public.claim_jobs(token text, kind text, most integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select shipping.claim_jobs(token, kind, most);
$function$;

CREATE OR REPLACE FUNCTION public.due_jobs(token text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select shipping.due_jobs(token);
$function$;

CREATE OR REPLACE FUNCTION public.finish_job(token text, kind text, result jsonb)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select shipping.finish_job(token, kind, result);
$function$;

CREATE OR REPLACE FUNCTION public.store_part(token text, kind text, part jsonb)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select shipping.store_part(token, kind, part);
$function$;

CREATE OR REPLACE FUNCTION shipping.claim_jobs(token text, kind text, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
begin
  perform shipping.expect_program(token, kind);
  select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'attempt', j.attempt, 'input', j.input)), '[]')
  into taken from private.take_jobs(kind, most) j;
  return taken;
end;
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
    perform private.tidy_copies();
  end if;
  select coalesce(jsonb_agg(
    jsonb_build_object('id', j.subject, 'address', j.input ->> 'address', 'attempt', j.attempt)
  ), '[]')
  into taken from private.take_jobs('copy_picture', most) j;
  return taken;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.claim_sources(token text, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
begin
  perform shipping.expect_process(token, 'sources');
  select coalesce(jsonb_agg(
    jsonb_build_object('id', j.subject, 'url', j.input ->> 'url', 'attempt', j.attempt)
  ), '[]')
  into taken from private.take_jobs('read_source', most) j;
  return taken;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.claim_uploads(token text, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
begin
  perform shipping.expect_process(token, 'pictures');
  select coalesce(jsonb_agg(jsonb_build_object('picture', j.subject, 'attempt', j.attempt)), '[]')
  into taken from private.take_jobs('size_picture', most) j;
  return jsonb_build_object('uploads', taken, 'orphans', '[]'::jsonb);
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.deployer_of(token text)
 RETURNS shipping.deployer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := (select auth.uid());
  found shipping.deploy_tokens;
  who shipping.deployer;
begin
  if token is not null then
    select * into found from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    elsif exists (select from private.job_kinds k where k.token = found.kind) then
      raise exception using errcode = '42501', message = format('This token is for jobs with %s only.', found.kind);
    end if;
    perform shipping.note_use(found);
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id), null
    )::shipping.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from shipping.team_members m where m.account = s.user_id),
    array['canary', 'promote'],
    u.email,
    s.user_id
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = caller;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  -- With the second factor of the account.
  perform private.expect_fresh_sign_in();
  return who;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.due_jobs(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who constant text := (
    select t.kind from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'))
  );
  of_kind private.job_kinds;
  state text;
  states jsonb := '{}';
begin
  if who is distinct from 'shell' and not exists (select from private.job_kinds k where k.token = who) then
    raise exception using errcode = '42501', message = 'Only a valid token for jobs may do this.';
  end if;
  perform shipping.expect_process(token, who);
  for of_kind in select * from private.job_kinds k where who in ('shell', k.token) loop
    perform private.prepare_jobs(of_kind);
    continue when of_kind.needs_room and private.lack_of_room() is not null;
    execute format(
      'select case
         when exists (
           select from private.jobs j where j.kind = $1 and j.due_at <= now() and private.%I(j.subject) is not null
         ) then ''due''
         when exists (
           select from private.jobs j where j.kind = $1 and j.due_at between now() - interval ''1 minute'' and now()
         ) then ''soon''
       end',
      of_kind.kind || '_input'
    ) into state using of_kind.kind;
    states := states || jsonb_strip_nulls(jsonb_build_object(of_kind.kind, state));
  end loop;
  return states;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.expect_process(token text, wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found constant shipping.deploy_tokens := (
    select t from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'))
  );
begin
  if found.kind is null or found.kind is distinct from wanted or found.revoked_at is not null or found.expires_at <= now() then
    raise exception using errcode = '42501', message = format('Only a valid token for %s may do this.', wanted);
  end if;
  perform shipping.note_use(found);
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.expect_program(token text, kind text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shipping.expect_process(token, coalesce(
    (select k.token from private.job_kinds k where k.kind = expect_program.kind), 'a kind of jobs'
  ));
$function$;

CREATE OR REPLACE FUNCTION shipping.finish_job(token text, kind text, result jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_program(token, kind);
  return private.finish_job(kind, result);
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.finish_source(token text, result jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_process(token, 'sources');
  return private.finish_job('read_source', private.claim_by_subject('read_source', result ->> 'id', result));
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.finish_upload(token text, result jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_process(token, 'pictures');
  return private.finish_job('size_picture', private.claim_by_subject('size_picture', result ->> 'picture', result));
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.store_part(token text, kind text, part jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_program(token, kind);
  return private.store_part(kind, part);
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.store_picture(token text, picture jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_shell(token);
  return private.finish_job('copy_picture', private.claim_by_subject('copy_picture', picture ->> 'id', picture));
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.store_picture_size(token text, size jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_process(token, 'pictures');
  return private.store_part('size_picture', private.claim_by_subject('size_picture', size ->> 'picture', size));
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
  perform private.tidy_copies();
  -- Rows whose upload ended before it was whole.
  perform set_config('private.is_retention', 'on', true);
  delete from public.pictures p where p.created_at < now() - interval '1 hour' and not private.is_uploaded(p.id)
    and p.sized_at is null;
  perform set_config('private.is_retention', '', true);
  return array(
    select o.name from storage.objects o where o.bucket_id = 'pictures' and private.is_orphan(o.name) limit 100
  );
end;
$function$;

CREATE TRIGGER drop_job AFTER DELETE ON private.picture_copies FOR EACH ROW EXECUTE FUNCTION private.drop_job('copy_picture');

CREATE TRIGGER drop_job AFTER DELETE ON public.pictures FOR EACH ROW EXECUTE FUNCTION private.drop_job('size_picture');

CREATE TRIGGER drop_job AFTER DELETE ON public.sources FOR EACH ROW EXECUTE FUNCTION private.drop_job('read_source');

CREATE TRIGGER queue_job AFTER INSERT ON public.pictures FOR EACH ROW EXECUTE FUNCTION private.queue_job('size_picture');

CREATE TRIGGER queue_job AFTER INSERT ON public.sources FOR EACH ROW WHEN ((new.state = 'waiting'::text)) EXECUTE FUNCTION private.queue_job('read_source');

CREATE TRIGGER tell_of_jobs AFTER INSERT ON private.jobs REFERENCING NEW TABLE AS queued FOR EACH STATEMENT EXECUTE FUNCTION private.tell_of_jobs();

revoke all on function private.claim_by_subject(text,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.claimed_job(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.copy_picture_done(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.copy_picture_failed(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.copy_picture_input(uuid) from public, anon, authenticated, service_role;

revoke all on function private.copy_picture_prepare() from public, anon, authenticated, service_role;

revoke all on function private.drop_job() from public, anon, authenticated, service_role;

revoke all on function private.fail_job(private.jobs,text) from public, anon, authenticated, service_role;

revoke all on function private.finish_job(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.prepare_jobs(private.job_kinds) from public, anon, authenticated, service_role;

revoke all on function private.queue_job() from public, anon, authenticated, service_role;

revoke all on function private.read_source_done(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.read_source_failed(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.read_source_input(uuid) from public, anon, authenticated, service_role;

revoke all on function private.read_source_prepare() from public, anon, authenticated, service_role;

revoke all on function private.size_picture_done(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.size_picture_failed(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.size_picture_input(uuid) from public, anon, authenticated, service_role;

revoke all on function private.size_picture_part(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.store_part(text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.take_jobs(text,integer) from public, anon, authenticated, service_role;

revoke all on function private.tell_of_jobs() from public, anon, authenticated, service_role;

revoke all on function private.tidy_copies() from public, anon, authenticated, service_role;

revoke all on function public.claim_jobs(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_jobs(text,text,integer) to anon;
grant execute on function public.claim_jobs(text,text,integer) to authenticated;

revoke all on function public.due_jobs(text) from public, anon, authenticated, service_role;
grant execute on function public.due_jobs(text) to anon;
grant execute on function public.due_jobs(text) to authenticated;

revoke all on function public.finish_job(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.finish_job(text,text,jsonb) to anon;
grant execute on function public.finish_job(text,text,jsonb) to authenticated;

revoke all on function public.store_part(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_part(text,text,jsonb) to anon;
grant execute on function public.store_part(text,text,jsonb) to authenticated;

revoke all on function shipping.claim_jobs(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function shipping.claim_jobs(text,text,integer) to anon;
grant execute on function shipping.claim_jobs(text,text,integer) to authenticated;

revoke all on function shipping.due_jobs(text) from public, anon, authenticated, service_role;
grant execute on function shipping.due_jobs(text) to anon;
grant execute on function shipping.due_jobs(text) to authenticated;

revoke all on function shipping.expect_process(text,text) from public, anon, authenticated, service_role;

revoke all on function shipping.expect_program(text,text) from public, anon, authenticated, service_role;

revoke all on function shipping.finish_job(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function shipping.finish_job(text,text,jsonb) to anon;
grant execute on function shipping.finish_job(text,text,jsonb) to authenticated;

revoke all on function shipping.store_part(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function shipping.store_part(text,text,jsonb) to anon;
grant execute on function shipping.store_part(text,text,jsonb) to authenticated;

comment on column private.job_kinds.exhausted is 'The failure of a job whose last claim ended without a result.';

comment on column private.job_kinds.is_prepared is 'Whether {kind}_prepare() brings the queue up to date before each claim.';

comment on column private.job_kinds.lease is 'How long a claim lasts, from its begin or from the last stored part.';

comment on column private.job_kinds.needs_room is 'Whether jobs wait while the site has no room.';

comment on column private.job_kinds.token is 'The kind of the token that claims these jobs.';

comment on column private.job_kinds.waits is 'How long a job waits after its first, second … failure. One more failure is the last.';

comment on column private.jobs.attempts is 'How often a program took the job.';

comment on column private.jobs.due_at is 'When a program may take it: at once, after a claim ends, or for the next attempt.';

comment on column private.jobs.failure is 'Why the last attempt failed; null while an attempt lasts.';

comment on column private.jobs.id is 'Never given twice: with the number of the attempt it names a claim.';

comment on column private.jobs.subject is 'The row that the job is about, by its kind.';

comment on column private.picture_copies.failure is 'Why there is no copy, and none is tried before a row names the address anew.';

comment on function private.claim_by_subject(text,text,jsonb) is 'For calls of the release before, whose claims name the subject of their job.';

comment on function private.claimed_job(text,jsonb) is 'The job of a claim {id, attempt}, locked; null when the claim is another''s by now.';

comment on function private.drop_job() is 'Argument: the kind of the job that ends with a row.';

comment on function private.queue_job() is 'Argument: the kind of the job that each new row needs.';

comment on function private.take_jobs(text,integer) is 'Claims jobs of a kind that are due, in the order in which they came to be.';

comment on function private.tell_of_jobs() is 'Has programs look for jobs sooner than they would.';

comment on function private.tidy_copies() is 'Deletes copies that no row has named for 30 days, and files that nothing shows.';

comment on function public.claim_jobs(text,text,integer) is 'For the program of a kind of jobs: up to 20 that are due, [{id, attempt, input}]. No other program gets them while the claim lasts.';

comment on function public.claim_pictures(text,integer,boolean) is 'For shells of the release before: claim_jobs for addresses of pictures, as [{id, address, attempt}].';

comment on function public.claim_sources(text,integer) is 'For programs of the release before: claim_jobs for sources, as [{id, url, attempt}].';

comment on function public.claim_uploads(text,integer) is 'For programs of the release before: claim_jobs for uploads, as {uploads: [{picture, attempt}], orphans: []}.';

comment on function public.due_jobs(text) is 'For a shell, or a program with a token for jobs: the kinds that have work, {kind: "due"}, or "soon" for a job of the last minute that cannot begin yet.';

comment on function public.finish_job(text,text,jsonb) is 'For the program of a kind of jobs: what a claim led to, its {id, attempt} with the result or with {failure, isFinal}. False when the claim is another''s by now.';

comment on function public.finish_source(text,jsonb) is 'For programs of the release before: finish_job for a claim of claim_sources.';

comment on function public.finish_upload(text,jsonb) is 'For programs of the release before: finish_job for a claim of claim_uploads.';

comment on function public.store_part(text,text,jsonb) is 'For the program of a kind of jobs: stores a part of a result with its claim {id, attempt}, which then lasts as long as a new one. False when the claim is another''s by now.';

comment on function public.store_picture(text,jsonb) is 'For shells of the release before: finish_job for a claim of claim_pictures, with {type, width, height, data} in base64 or {failure, isFinal}.';

comment on function public.store_picture_size(text,jsonb) is 'For programs of the release before: store_part for a claim of claim_uploads.';

comment on function public.tidy_uploads(text) is 'For the program that makes sizes, hourly: deletes copies that no row has named for 30 days and pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';

comment on function shipping.claim_jobs(text,text,integer) is 'For the program of a kind of jobs: up to 20 that are due, [{id, attempt, input}]. No other program gets them while the claim lasts.';

comment on function shipping.claim_pictures(text,integer,boolean) is 'For shells of the release before: claim_jobs for addresses of pictures, as [{id, address, attempt}].';

comment on function shipping.claim_sources(text,integer) is 'For programs of the release before: claim_jobs for sources, as [{id, url, attempt}].';

comment on function shipping.claim_uploads(text,integer) is 'For programs of the release before: claim_jobs for uploads, as {uploads: [{picture, attempt}], orphans: []}.';

comment on function shipping.due_jobs(text) is 'For a shell, or a program with a token for jobs: the kinds that have work, {kind: "due"}, or "soon" for a job of the last minute that cannot begin yet.';

comment on function shipping.expect_process(text,text) is 'Raises an exception unless the token is of this kind.';

comment on function shipping.expect_program(text,text) is 'Raises an exception unless the token is that of a program for these jobs.';

comment on function shipping.finish_job(text,text,jsonb) is 'For the program of a kind of jobs: what a claim led to, its {id, attempt} with the result or with {failure, isFinal}. False when the claim is another''s by now.';

comment on function shipping.finish_source(text,jsonb) is 'For programs of the release before: finish_job for a claim of claim_sources.';

comment on function shipping.finish_upload(text,jsonb) is 'For programs of the release before: finish_job for a claim of claim_uploads.';

comment on function shipping.store_part(text,text,jsonb) is 'For the program of a kind of jobs: stores a part of a result with its claim {id, attempt}, which then lasts as long as a new one. False when the claim is another''s by now.';

comment on function shipping.store_picture(text,jsonb) is 'For shells of the release before: finish_job for a claim of claim_pictures, with {type, width, height, data} in base64 or {failure, isFinal}.';

comment on function shipping.store_picture_size(text,jsonb) is 'For programs of the release before: store_part for a claim of claim_uploads.';

comment on function shipping.tidy_uploads(text) is 'For the program that makes sizes, hourly: deletes copies that no row has named for 30 days and pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';

comment on table private.job_kinds is 'Kinds of jobs. {kind}_input(subject) returns what a program needs, or null while the job cannot begin; {kind}_done(subject, result) stores a result, or returns why it has to wait for an hour; {kind}_failed(subject, failure) stores why there is none; {kind}_part(subject, part) stores a part of a result.';

comment on table private.jobs is 'Jobs that wait or are claimed. A job ends with its result or its last failure, which its subject holds.';

reset check_function_bodies;
