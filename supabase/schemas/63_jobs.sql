-- Jobs: work with bytes from outside, which programs beside the shell do. There is one queue for all kinds. A kind is a row of
-- private.job_kinds and functions named after it: private.{kind}_input, _done and _failed, and where the row says so, _part
-- and _prepare.

create table private.job_kinds (
  kind text primary key constraint job_kinds_kind check (kind ~ '^[a-z]+_[a-z]+$'),
  token text not null,
  lease interval not null,
  waits interval[] not null,
  exhausted text not null,
  needs_room boolean not null,
  is_prepared boolean not null,
  relation text not null
);
comment on table private.job_kinds is
  'Kinds of jobs. {kind}_input(subject) returns what a program needs, or null while the job cannot begin; {kind}_done(subject, result) stores a result, or returns why it has to wait for an hour; {kind}_failed(subject, failure) stores why there is none; {kind}_part(subject, part) stores a part of a result.';
comment on column private.job_kinds.token is 'The kind of the token that claims these jobs.';
comment on column private.job_kinds.lease is 'How long a claim lasts, from its begin or from the last stored part.';
comment on column private.job_kinds.waits is 'How long a job waits after its first, second … failure. One more failure is the last.';
comment on column private.job_kinds.exhausted is 'The failure of a job whose last claim ended without a result.';
comment on column private.job_kinds.needs_room is 'Whether jobs wait while the site has no room.';
comment on column private.job_kinds.relation is 'The table of the subjects.';
comment on column private.job_kinds.is_prepared is 'Whether {kind}_prepare() brings the queue up to date before each claim.';

insert into private.job_kinds (kind, token, lease, waits, exhausted, needs_room, is_prepared, relation) values
  (
    'copy_picture', 'pictures', '2 minutes', '{1 minute, 10 minutes, 1 hour}',
    'It could not be fetched in four attempts.', true, true, 'pictures'
  ),
  (
    'size_copy', 'pictures', '3 minutes', '{1 minute, 10 minutes, 1 hour}',
    'Its sizes could not be made in four attempts.', true, false, 'pictures'
  ),
  (
    'size_picture', 'pictures', '3 minutes', '{1 minute, 10 minutes, 1 hour}',
    'Its sizes could not be made in four attempts.', true, false, 'pictures'
  ),
  (
    'read_source', 'sources', '1 minute', '{1 second, 3 seconds}', 'It could not be read in three attempts.', false, true,
    'sources'
  );

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null constraint jobs_kind_fkey references private.job_kinds (kind),
  subject uuid not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  failure text,
  constraint jobs_once unique (kind, subject)
);
comment on table private.jobs is 'Jobs that wait or are claimed. A job ends with its result or its last failure, which its subject holds.';
comment on column private.jobs.id is 'Never given twice: with the number of the attempt it names a claim.';
comment on column private.jobs.subject is 'The row that the job is about, by its kind.';
comment on column private.jobs.attempts is 'How often a program took the job.';
comment on column private.jobs.due_at is 'When a program may take it: at once, after a claim ends, or for the next attempt.';
comment on column private.jobs.failure is 'Why the last attempt failed; null while an attempt lasts.';

create index jobs_due on private.jobs (kind, due_at, id);

alter table private.job_kinds enable row level security;
alter table private.jobs enable row level security;

create function private.queue_job() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.jobs (kind, subject) values (tg_argv[0], new.id) on conflict on constraint jobs_once do nothing;
  return null;
end;
$$;
comment on function private.queue_job() is 'Argument: the kind of the job that each new row needs.';

create function private.drop_job() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.jobs j using private.job_kinds k
  where k.relation = tg_table_name and j.kind = k.kind and j.subject = old.id;
  return null;
end;
$$;
comment on function private.drop_job() is 'Ends the jobs of a row with it.';

create function private.tell_of_jobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.tell_of_jobs() is 'Has programs look for jobs sooner than they would.';

create trigger tell_of_jobs after insert on private.jobs referencing new table as queued
  for each statement execute function private.tell_of_jobs();

create function private.hold_subject(of_kind text, subject uuid, how text default '') returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_held boolean;
begin
  execute format(
    'select true from public.%I r where r.id = $1 for no key update %s',
    (select k.relation from private.job_kinds k where k.kind = of_kind), how
  ) into is_held using subject;
  return is_held is not null;
end;
$$;
comment on function private.hold_subject(text, uuid, text) is
  'Locks the row that a job is about. It comes before the job, as whoever deletes the row locks both in this order.';

create function private.prepare_jobs(of_kind private.job_kinds) returns void
language plpgsql security definer set search_path = ''
as $$
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
  loop
    continue when not private.hold_subject(ended.kind, ended.subject, 'skip locked');
    perform from private.jobs j where j.id = ended.id and j.due_at <= now() for update skip locked;
    continue when not found;
    perform private.fail_job(ended, of_kind.exhausted);
  end loop;
end;
$$;

create function private.fail_job(job private.jobs, failure text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('select private.%I($1, $2)', job.kind || '_failed') using job.subject, left(failure, 500);
  delete from private.jobs j where j.id = job.id;
end;
$$;

create function private.take_jobs(of_kind text, most integer)
returns table (id bigint, subject uuid, attempt integer, input jsonb)
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.take_jobs(text, integer) is 'Claims jobs of a kind that are due, in the order in which they came to be.';

create function private.claimed_job(of_kind text, claim jsonb) returns private.jobs
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs := (select j from private.jobs j where j.id = (claim ->> 'id')::bigint and j.kind = of_kind);
begin
  perform private.hold_subject(of_kind, job.subject);
  select * into job from private.jobs j
  where j.id = job.id and j.attempts = (claim ->> 'attempt')::integer for update;
  return job;
end;
$$;
comment on function private.claimed_job(text, jsonb) is
  'The job of a claim {id, attempt}, locked with its subject; null when the claim is another''s by now.';

create function private.store_part(of_kind text, part jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
$$;

create function private.finish_job(of_kind text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
$$;

-- Calls of programs.

create function shipping.expect_process(token text, wanted text) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function shipping.expect_process(text, text) is 'Raises an exception unless the token is of this kind.';

create function shipping.expect_program(token text, kind text) returns void
language sql security definer set search_path = ''
as $$
  select shipping.expect_process(token, coalesce(
    (select k.token from private.job_kinds k where k.kind = expect_program.kind), 'a kind of jobs'
  ));
$$;
comment on function shipping.expect_program(text, text) is 'Raises an exception unless the token is that of a program for these jobs.';

create function shipping.due_jobs(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function shipping.due_jobs(text) is
  'For a shell, or a program with a token for jobs: the kinds that have work, {kind: "due"}, or "soon" for a job of the last minute that cannot begin yet.';
select private.expose('shipping.due_jobs', 'anon', 'authenticated');

create function shipping.claim_jobs(token text, kind text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform shipping.expect_program(token, kind);
  select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'attempt', j.attempt, 'input', j.input)), '[]')
  into taken from private.take_jobs(kind, most) j;
  return taken;
end;
$$;
comment on function shipping.claim_jobs(text, text, integer) is
  'For the program of a kind of jobs: up to 20 that are due, [{id, attempt, input}]. No other program gets them while the claim lasts.';
select private.expose('shipping.claim_jobs', 'anon', 'authenticated');

create function shipping.store_part(token text, kind text, part jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_program(token, kind);
  return private.store_part(kind, part);
end;
$$;
comment on function shipping.store_part(text, text, jsonb) is
  'For the program of a kind of jobs: stores a part of a result with its claim {id, attempt}, which then lasts as long as a new one. False when the claim is another''s by now.';
select private.expose('shipping.store_part', 'anon', 'authenticated');

create function shipping.finish_job(token text, kind text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_program(token, kind);
  return private.finish_job(kind, result);
end;
$$;
comment on function shipping.finish_job(text, text, jsonb) is
  'For the program of a kind of jobs: what a claim led to, its {id, attempt} with the result or with {failure, isFinal}. False when the claim is another''s by now.';
select private.expose('shipping.finish_job', 'anon', 'authenticated');

create function private.claim_by_subject(of_kind text, subject text, claim jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select claim || jsonb_build_object('id', (
    select j.id from private.jobs j where j.kind = of_kind and j.subject = claim_by_subject.subject::uuid
  ));
$$;
comment on function private.claim_by_subject(text, text, jsonb) is
  'For calls of the release before, whose claims name the subject of their job.';
