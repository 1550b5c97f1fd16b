-- Rights are decided when a row is written. Policies and expect_staff judge the start of a statement, and a statement may
-- wait for a lock while the account loses its rights. So each write holds the roles first, and each changed
-- row asks for the role again: an account without one is nobody.

create function private.hold_role() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from private.staff s where s.user_id = (select auth.uid())) then
    lock table private.staff in row exclusive mode;
  end if;
end;
$$;
comment on function private.hold_role() is
  'Delays the end or change of a role until the transaction ends. A lock of the table has a queue, so that writes one after the other delay no removal for ever. Comes before the locks of records.';

create function private.role_at_write() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  role text;
begin
  -- Service, schedules and functions for tokens have no account. The flags are set by retention and erasure themselves.
  if (select auth.uid()) is null
    or current_setting('private.is_retention', true) = 'on' or current_setting('private.is_erasure', true) = 'on' then
    return 'publisher';
  end if;
  role := private.role_of_caller();
  if role is null then
    raise exception using errcode = '42501', message = 'Only staff may do this.';
  end if;
  return role;
end;
$$;
comment on function private.role_at_write() is
  'The role of the caller now, publisher for writes without an account; refuses an account without a role. Volatile, so that it does not see the start of the statement.';

create function private.hold_role_of_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_role();
  return null;
end;
$$;

create function private.expect_staff_at_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.role_at_write();
  return null;
end;
$$;
comment on function private.expect_staff_at_write() is 'Refuses a row by an account that is not staff any more. For tables without check_role.';

-- Ownership is of a record: a relation and an id. Before, an id alone was owned, and another table's row with the same id
-- was, too.
alter table private.owners add column relation text;
update private.owners o set relation = coalesce(
  case
    when exists (select from public.posts p where p.id = o.record) then 'posts'
    when exists (select from public.pages p where p.id = o.record) then 'pages'
    when exists (select from public.courses c where c.id = o.record) then 'courses'
    when exists (select from public.workshops w where w.id = o.record) then 'workshops'
    when exists (select from public.ads a where a.id = o.record) then 'ads'
    when exists (select from public.pictures p where p.id = o.record) then 'pictures'
  end,
  (select t.relation from public.trail t where t.row_id = o.record order by t.id desc limit 1)
);
delete from private.owners o where o.relation is null;
-- Owners of before all have a relation.
-- squawk-ignore adding-not-nullable-field
alter table private.owners alter column relation set not null;
-- The table has a row for each record: it is small.
-- squawk-ignore adding-serial-primary-key-field
alter table private.owners drop constraint owners_pkey, add primary key (relation, record);

create function private.owns(relation text, record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.owners o
    where o.relation = owns.relation and o.record = owns.record and o.account = (select auth.uid())
  );
$$;
comment on function private.owns(text, uuid) is 'Whether the caller created a record.';

create or replace function private.note_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that had an earlier life comes from the trash, and is still its creator's.
  insert into private.owners (relation, record, account)
  select tg_table_name, new.id, s.user_id from private.staff s
  where s.user_id = (select auth.uid()) and not exists (select from public.trail t where t.row_id = new.id)
  on conflict do nothing;
  return null;
end;
$$;

create or replace function private.forget_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o where o.relation = tg_table_name and o.record = old.id;
  return null;
end;
$$;

create or replace function private.forget_owners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o using gone
  where gone.operation = 'delete' and o.relation = gone.relation and o.record = gone.row_id
    and not exists (select from public.trail t where t.relation = o.relation and t.row_id = o.record);
  return null;
end;
$$;

create function private.expect_new_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.trail t where t.row_id = new.id and t.relation <> tg_table_name)
    or exists (select from private.owners o where o.record = new.id and o.relation <> tg_table_name)
    or exists (select from public.posts p where p.id = new.id) or exists (select from public.pages p where p.id = new.id)
    or exists (select from public.courses c where c.id = new.id) or exists (select from public.workshops w where w.id = new.id)
    or exists (select from public.ads a where a.id = new.id) then
    raise exception using errcode = '23505', message = 'Another record has this id; expected a new one, or none.';
  end if;
  return new;
end;
$$;
comment on function private.expect_new_id() is
  'Refuses an id that another table''s record has or had: its history and its pictures are found by the id alone.';
-- The only table whose rows get their id from a client: the file is uploaded under it.
create trigger expect_new_id before insert on public.pictures for each row execute function private.expect_new_id();

create or replace function private.awaits_upload(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pictures p
    where p.id::text = name and private.owns('pictures', p.id) and not private.is_uploaded(p.id)
  );
$$;

-- Menu and footer are the publishers', links of own pages included.
create or replace function private.owned_record(relation text, state jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when relation in ('posts', 'pages', 'courses', 'workshops', 'ads', 'pictures') then state ->> 'id'
    when relation = 'modules' then state ->> 'course_id'
    when relation = 'lessons' then (
      select m.course_id::text from public.modules m where m.id = (state ->> 'module_id')::uuid
    )
    when relation = 'drafts' then state ->> 'record_id'
  end::uuid;
$$;

create function private.owned_relation(relation text, state jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when relation in ('modules', 'lessons') then 'courses'
    when relation = 'drafts' then state ->> 'relation'
    else relation
  end;
$$;
comment on function private.owned_relation(text, jsonb) is 'The table of the record whose creator owns a row.';

-- A picture obeys the records that show it.
drop function private.refusal_of_picture(text, boolean);
create function private.refusal_of_picture(role text, picture uuid, is_new boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' or is_new then null
    when not private.owns('pictures', picture) then 'Only publishers change pictures that others added.'
    when exists (
      select from private.uses_of_picture(picture) u
      where u.is_public and (
        u.relation not in ('posts', 'pages', 'courses', 'workshops', 'ads')
        or private.refusal(role, private.owns(u.relation, u.record_id), true) is not null
      )
    ) then 'This picture is part of something published that you may not change.'
  end;
$$;
comment on function private.refusal_of_picture(text, uuid, boolean) is
  'Why a role does not allow a write of a picture of the library: it shows in public where a public record uses it.';

create or replace function private.refusal_of_row(role text, relation text, state jsonb, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' then null
    when o.record is null then 'Only publishers may do this.'
    when relation = 'pictures' then private.refusal_of_picture(role, o.record, false)
    else private.refusal(role, private.owns(private.owned_relation(relation, state), o.record), is_public)
  end
  from (select private.owned_record(relation, state)) o (record);
$$;

create or replace function private.refusal_in_form(kind text, record uuid, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when kind in ('posts', 'pages', 'courses', 'workshops', 'ads') then private.refusal(
      private.role_of_caller(), record is null or private.owns(kind, record), is_public
    )
    when kind = 'pictures' then private.refusal_of_picture(private.role_of_caller(), record, record is null)
    -- Their course decides, which a form of a new one does not name.
    when kind not in ('modules', 'lessons') and private.role_of_caller() is distinct from 'publisher' then 'Only publishers may do this.'
  end;
$$;

create or replace function private.check_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role constant text := private.role_at_write();
  states constant jsonb[] := array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
  ], null);
  -- The address of a page's link follows the page.
  derived constant text[] := array['address', 'updated_at'];
  state jsonb;
  is_public boolean;
  fault text;
begin
  if role = 'publisher' then
    return null;
  elsif tg_table_name = 'links' and tg_op = 'UPDATE' and states[2] ->> 'page_id' is not null
    and states[1] - derived = states[2] - derived then
    return null;
  end if;
  foreach state in array states loop
    is_public := private.is_public(tg_table_name, state);
    -- A deletion by cascade: the deletion of the record was checked.
    continue when is_public is null and tg_op = 'DELETE';
    fault := private.refusal_of_row(role, tg_table_name, state, is_public);
    if fault is not null then
      raise exception using errcode = '42501', hint = 'role', message = fault;
    end if;
  end loop;
  return null;
end;
$$;

do $$
declare
  checked regclass;
begin
  for checked in
    select t.tgrelid from pg_trigger t where t.tgfoid = 'private.check_role'::regproc
    union all select 'public.workflows'::regclass union all select 'public.citation_checks'::regclass
  loop
    execute format(
      'create trigger hold_role before insert or update or delete on %s for each statement execute function private.hold_role_of_statement()',
      checked
    );
  end loop;
end;
$$;

create trigger expect_staff after insert or update or delete on public.workflows
  for each row execute function private.expect_staff_at_write();
create trigger expect_staff after insert or update on public.citation_checks
  for each row execute function private.expect_staff_at_write();
create trigger expect_staff after insert on private.previews
  for each row execute function private.expect_staff_at_write();
create trigger expect_staff after insert on private.publication_requests
  for each row execute function private.expect_staff_at_write();
create trigger expect_staff after insert on private.sign_offs
  for each row execute function private.expect_staff_at_write();

create or replace function private.expect_publisher() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.role_of_caller() is distinct from 'publisher' then
    raise exception using errcode = '42501', hint = 'role', message = 'Only publishers may do this.';
  end if;
end;
$$;

create or replace function private.lock_record(relation text, record uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  live jsonb;
begin
  perform private.hold_role();
  perform private.role_at_write();
  if private.columns_of_draft(relation) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', relation);
  elsif relation = 'courses' then
    perform private.lock_course(record);
  end if;
  live := private.live_row(relation, record);
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  return live;
end;
$$;

create or replace function private.expect_draft_of(kind text, record uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  live jsonb;
  fault text;
begin
  perform private.expect_staff();
  if private.columns_of_draft(kind) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', kind);
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', kind) into live using record;
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  fault := private.refusal(private.role_of_caller(), private.owns(kind, record), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  elsif private.is_public(kind, live) and not exists (
    select from public.drafts d where d.record_id = record and d.publish_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Nothing waits for publication: save a draft first.';
  end if;
end;
$$;

create or replace function private.expect_signer(post uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.refusal(private.role_of_caller(), private.owns('posts', post), true) is not null then
    raise exception using errcode = '42501', hint = 'role',
      message = 'Only who may publish this post may sign it off.';
  end if;
end;
$$;

create or replace function private.keep_citations(post uuid, judged jsonb, given text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fault text;
begin
  perform private.expect_staff();
  perform private.hold_role();
  -- The post stays until this ends.
  perform from public.posts p where p.id = post for key share;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such post.';
  end if;
  fault := private.refusal(private.role_at_write(), private.owns('posts', post), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  end if;
  insert into public.citation_checks as c (record_id, findings, reason, reason_at)
  values (post, judged, given, case when given is not null then now() end)
  on conflict (record_id) do update set
    findings = excluded.findings, reason = coalesce(excluded.reason, c.reason),
    reason_at = coalesce(excluded.reason_at, c.reason_at);
end;
$$;

create or replace function private.read_origin(post uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  live public.posts;
  present public.posts;
begin
  perform private.expect_staff();
  select p.* into live from public.posts p where p.id = post;
  if live.id is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  present := private.text_to_sign(live);
  return jsonb_build_object(
    'ai', live.ai,
    'would_be', private.ai_of(post, present.title, present.excerpt, present.content),
    'version', present.updated_at,
    'may_sign_off', private.refusal(private.role_of_caller(), private.owns('posts', post), true) is null,
    'sign_offs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', s.signed_at, 'by', coalesce(a.name, a.address), 'version', s.version,
        'holds', private.is_same_but_for_typos(
          private.text_of_post(s.title, s.excerpt, s.content),
          private.text_of_post(present.title, present.excerpt, present.content)
        )
      ) order by s.signed_at desc, s.id), '[]')
      from (
        select o.* from private.sign_offs o where o.record_id = post order by o.signed_at desc, o.id limit 10
      ) s
      left join lateral private.person(s.account) a on true
    )
  );
end;
$$;

create or replace function private.refuse_rows(target text, import uuid) returns void
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

-- Every user of an id alone is replaced above.
drop function private.owns(uuid);

-- Retention acts under a flag of its own; so does erasure, which writes in the name of an account that has no role left.
create or replace function private.erase_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := (select lower(u.email) from auth.users u where u.id = account);
  posts constant uuid[] := array(select b.post from private.bylines b where b.account = erase_account.account);
begin
  perform set_config('private.is_erasure', 'on', true);
  update public.posts p set author = ''
  from private.bylines b where b.account = erase_account.account and b.post = p.id and b.name = p.author;
  update public.drafts d set content = private.without_bylines(d.content, d.record_id, account)
  where d.relation = 'posts' and d.record_id = any (posts);
  -- After the posts, whose change is in the trail with the name.
  update public.trail t set
    before = private.without_bylines(t.before, t.row_id, account), after = private.without_bylines(t.after, t.row_id, account)
  where t.relation = 'posts' and t.row_id = any (posts);
  update public.trail t set
    before = private.draft_without_bylines(t.before, t.record_id, account),
    after = private.draft_without_bylines(t.after, t.record_id, account)
  where t.relation = 'drafts' and t.record_id = any (posts);
  delete from private.invitations i
  where i.email = address or i.accepted_by = account or (i.invited_by = account and i.accepted_at is null);
  if to_regprocedure('shipping.forget_account(uuid)') is not null then
    execute 'select shipping.forget_account($1)' using account;
  end if;
  -- These refer to accounts without a foreign key. Projects may lack a table.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = account::text or lower(e.payload ->> 'actor_username') = address;
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id = account;
  end if;
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
  perform set_config('private.is_erasure', 'off', true);
end;
$$;

-- Previews end with the rights of whoever made them.
create function private.end_previews_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.previews p where p.account = old.user_id;
  return null;
end;
$$;
create trigger end_previews_of_account after delete on private.staff
  for each row execute function private.end_previews_of_account();
-- Links of those who were removed before.
delete from private.previews p where not exists (select from private.staff s where s.user_id = p.account);

create or replace function private.read_preview(token text, lesson uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  preview private.previews;
  live jsonb;
begin
  select p.* into preview from private.previews p
  where p.token_hash = sha256(convert_to(token, 'UTF8')) and p.expires_at > now()
    and exists (select from private.staff s where s.user_id = p.account);
  if preview.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', preview.relation) into live
    using preview.record_id;
  return case when live is not null then jsonb_build_object(
    'relation', preview.relation,
    'expires_at', preview.expires_at,
    'row', private.previewed(
      preview.relation, live, coalesce(
        (select d.content from public.drafts d where d.record_id = preview.record_id),
        private.content_of(preview.relation, preview.record_id, live)
      ), lesson
    )
  ) end;
end;
$$;

-- Schedules: whoever set the time must still be allowed to publish when it comes.
create table private.schedules (
  draft uuid primary key references public.drafts (id) on delete cascade,
  account uuid references auth.users (id) on delete set null
);
comment on table private.schedules is
  'The account that set the time of publication of a draft last. null: the account is deleted.';
create index schedules_account on private.schedules (account);
alter table private.schedules enable row level security;
revoke all on private.schedules from public, anon, authenticated, service_role;

create function private.note_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.publish_at is null then
    delete from private.schedules s where s.draft = new.id;
  elsif (select auth.uid()) is not null and current_setting('private.is_erasure', true) is distinct from 'on' then
    insert into private.schedules (draft, account) values (new.id, (select auth.uid()))
    on conflict (draft) do update set account = excluded.account;
  end if;
  return null;
end;
$$;
comment on function private.note_schedule() is 'Notes the account that scheduled a draft, or saved a scheduled one.';
create trigger note_schedule after insert or update on public.drafts
  for each row execute function private.note_schedule();

-- Times of before take their account from the audit log. One that it does not name waits for somebody to set it again.
insert into private.schedules (draft, account)
select d.id, (
  select t.actor_id from public.trail t join auth.users u on u.id = t.actor_id
  where t.relation = 'drafts' and t.row_id = d.id order by t.id desc limit 1
)
from public.drafts d where d.publish_at is not null;

create function private.refusal_of_schedule(draft public.drafts) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when s.role is null then 'Whoever set this time is not staff any more: set it again.'
    else private.refusal(s.role, exists (
      select from private.owners o
      where o.relation = draft.relation and o.record = draft.record_id and o.account = s.user_id
    ), true)
  end
  from (values (draft.id)) d (id)
  left join private.schedules c on c.draft = d.id
  left join private.staff s on s.user_id = c.account;
$$;
comment on function private.refusal_of_schedule(public.drafts) is
  'Why the time of a draft publishes nothing: the account that set it may not publish it now. null when it may.';

create or replace function private.publish_due_drafts() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  draft public.drafts;
  fault text;
  published integer := 0;
begin
  for due in
    select d.relation, d.record_id from public.drafts d where d.publish_at <= now() order by d.publish_at, d.id
  loop
    begin
      -- A removal at the same time comes before or after.
      lock table private.staff in row exclusive mode;
      perform private.lock_record(due.relation, due.record_id);
      select d.* into draft from public.drafts d where d.record_id = due.record_id and d.publish_at <= now();
      continue when draft.id is null;
      fault := private.refusal_of_schedule(draft);
      if fault is null then
        perform private.put_draft(due.record_id);
        published := published + 1;
      else
        update public.drafts d set publish_at = null, failure = fault where d.id = draft.id;
      end if;
    exception when others then
      update public.drafts d set publish_at = null, failure = sqlerrm where d.record_id = due.record_id;
    end;
  end loop;
  return published;
end;
$$;

create or replace function private.set_role(account uuid, role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  present private.staff;
begin
  -- As remove_staff does: writes of the account end before, and see the role afterwards.
  lock table private.staff in share row exclusive mode;
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  perform private.expect_fresh_sign_in();
  perform private.expect_role(role);
  select s.* into present from private.staff s where s.user_id = account for update;
  if present.user_id is null then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  elsif present.is_operator and role <> 'publisher' then
    raise exception using errcode = 'PT409', message = 'An operator is a publisher.';
  end if;
  update private.staff s set role = set_role.role where s.user_id = account;
  if role <> 'publisher' then
    -- Only publishers invite.
    delete from private.invitations i where i.accepted_at is null and i.invited_by = account;
  end if;
end;
$$;

-- Only operators give a role: an account that comes back has the role that it had, unless an operator invites it.
create table private.former_roles (
  account uuid primary key references auth.users (id) on delete cascade,
  role text not null
);
comment on table private.former_roles is
  'Roles narrower than publisher of accounts that were removed: an invitation by a publisher gives no more than this.';
alter table private.former_roles enable row level security;
revoke all on private.former_roles from public, anon, authenticated, service_role;

create function private.keep_former_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.role <> 'publisher' and exists (select from auth.users u where u.id = old.user_id) then
    insert into private.former_roles (account, role) values (old.user_id, old.role)
    on conflict (account) do update set role = excluded.role;
  end if;
  return null;
end;
$$;
create trigger keep_former_role after delete on private.staff
  for each row execute function private.keep_former_role();

create function private.role_of_invitation(invitation private.invitations, account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select from private.staff s where s.user_id = invitation.invited_by and s.is_operator) then invitation.role
    else coalesce((select f.role from private.former_roles f where f.account = role_of_invitation.account), invitation.role)
  end;
$$;
comment on function private.role_of_invitation(private.invitations, uuid) is
  'The role that an invitation gives: a narrower one of before stays, unless an operator invites.';

create or replace function private.accept_invitation(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  own_email constant text := (select lower(email) from auth.users where id = caller);
  invitation private.invitations;
  state text;
begin
  if own_email is null then
    raise exception using errcode = '42501', message = 'Sign in to accept an invitation.';
  end if;
  perform private.hold_rights((private.invitation_of(token)).invited_by);
  -- A second call at the same time waits here and then finds the invitation used.
  select * into invitation from private.invitations i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) for update;
  state := private.state_of(invitation);
  if state = 'used' and invitation.accepted_by = caller and private.is_staff() then
    return 'accepted';
  end if;
  if state <> 'valid' then
    return state;
  end if;
  if invitation.email <> own_email then
    return 'other_address';
  end if;
  if not private.knows_password(caller, invitation.created_at) then
    return 'new_password';
  end if;
  update private.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  insert into private.staff as stored (user_id, role) values (caller, private.role_of_invitation(invitation, caller))
  -- Where sign-up is open, the account is a publisher already.
  on conflict (user_id) do update set role = excluded.role where excluded.role <> 'publisher' and not stored.is_operator;
  delete from private.former_roles f where f.account = caller;
  return 'accepted';
end;
$$;

-- The way out names all that is stored about an account.
create or replace function private.export_account(account uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
        'email_confirmed_at', u.email_confirmed_at, 'metadata', u.raw_user_meta_data,
        'password_set_at', (select p.set_at from private.passwords p where p.user_id = u.id)
      ),
      'identities', (
        select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data)), '[]')
        from auth.identities i where i.user_id = u.id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip)), '[]')
        from auth.sessions s where s.user_id = u.id
      ),
      'staff', (
        select jsonb_build_object('since', s.created_at, 'is_operator', s.is_operator, 'role', s.role)
        from private.staff s where s.user_id = u.id
      ),
      'teams', (
        select coalesce(jsonb_agg(m.team), '[]') from shipping.team_members m where m.account = u.id
      ),
      'invitations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'email', i.email, 'note', i.note, 'created_at', i.created_at, 'accepted_at', i.accepted_at, 'role', i.role
        )), '[]')
        from private.invitations i where lower(u.email) = i.email or u.id in (i.invited_by, i.accepted_by)
      ),
      'posts', (
        select coalesce(jsonb_agg(jsonb_build_object('post', b.post, 'author', b.name)), '[]')
        from private.bylines b where b.account = u.id
      ),
      'records', (
        select coalesce(jsonb_agg(jsonb_build_object('table', o.relation, 'record', o.record)), '[]')
        from private.owners o where o.account = u.id
      ),
      'publication_requests', (
        select coalesce(jsonb_agg(jsonb_build_object('record', r.record, 'requested_at', r.requested_at)), '[]')
        from private.publication_requests r where r.account = u.id
      ),
      'previews', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'table', p.relation, 'record', p.record_id, 'created_at', p.created_at, 'expires_at', p.expires_at
        ) order by p.created_at), '[]')
        from private.previews p where p.account = u.id
      ),
      'schedules', (
        select coalesce(jsonb_agg(jsonb_build_object('table', d.relation, 'record', d.record_id, 'at', d.publish_at)), '[]')
        from private.schedules c join public.drafts d on d.id = c.draft where c.account = u.id
      ),
      'sign_offs', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'post', o.record_id, 'at', o.signed_at, 'title', o.title, 'excerpt', o.excerpt, 'content', o.content
        ) order by o.signed_at), '[]')
        from private.sign_offs o where o.account = u.id
      ),
      'imported_rows', (
        select coalesce(jsonb_agg(jsonb_build_object('import', r.import, 'entry', r.entry, 'body', r.body) order by r.import, r.number), '[]')
        from private.import_rows r where r.account = u.id
      ),
      'open_records', (
        select coalesce(jsonb_agg(to_jsonb(o) - 'account'), '[]') from private.open_records o where o.account = u.id
      ),
      'workflows', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'user_id'), '[]') from public.workflows w where w.user_id = u.id
      ),
      'prompts', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'user_id'), '[]') from public.prompts p where p.user_id = u.id
      ),
      'ai_calls', (
        select coalesce(jsonb_agg(to_jsonb(c) - array['receipt', 'user_id', 'subject'] order by c.day), '[]') from private.ai_calls c where c.user_id = u.id
      ),
      'moves', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', h.time, 'remote', h.remote, 'version', h.version, 'action', h.action, 'author', h.author, 'reason', h.reason
        ) order by h.id), '[]')
        from shipping.release_history h
        where h.author_account = u.id or h.author <> shipping.without_name(h.author, shipping.names_of(u.id))
      ),
      'releases', (
        select coalesce(jsonb_agg(jsonb_build_object('remote', p.remote, 'version', p.version, 'at', p.published_at)), '[]')
        from shipping.releases p
        where p.published_by_account = u.id or p.published_by <> shipping.without_name(p.published_by, shipping.names_of(u.id))
      ),
      'tokens', (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'team', t.team, 'created_at', t.created_at)), '[]')
        from shipping.deploy_tokens t
        where t.created_by_account = u.id or t.created_by <> shipping.without_name(t.created_by, shipping.names_of(u.id))
      ),
      'writes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', t.happened_at, 'operation', t.operation, 'table', t.relation, 'row', t.row_id, 'title', t.title
        ) order by t.id), '[]')
        from public.trail t where t.actor_id = u.id
      )
    )
    from auth.users u where u.id = account
  );
end;
$$;

-- A sign-off holds for typing errors alone. Marks, names, negations and other letters in short words change the sense.

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

create or replace function private.hash_of_content(content text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(translate(private.seen_text(content), E' \t\n\r' || chr(160), ''), 'UTF8'));
$$;

create or replace function private.is_typo(signed text, stored text) returns boolean
language sql immutable set search_path = ''
as $$
  with letters as (
    select
      lower(regexp_replace(signed, '[^[:alpha:]]', '', 'g')) as before,
      lower(regexp_replace(stored, '[^[:alpha:]]', '', 'g')) as after,
      -- It may be a name.
      (signed || ' ' || stored) ~ '(^|\s)[^[:alpha:]]*[[:upper:]]' as is_capital,
      -- What is left of Markdown and other marks.
      regexp_replace(signed, '[[:alpha:].,;:!?…''’‘"„“”»«()–—-]', '', 'g') as marks_before,
      regexp_replace(stored, '[[:alpha:].,;:!?…''’‘"„“”»«()–—-]', '', 'g') as marks_after
  ),
  same as (
    select i from letters l cross join lateral generate_series(0, least(length(l.before), length(l.after))) i
  ),
  start as (
    select max(s.i) as size from same s cross join letters l where left(l.before, s.i) = left(l.after, s.i)
  ),
  tail as (
    select max(s.i) as size from same s cross join letters l cross join start
    where s.i <= least(length(l.before), length(l.after)) - start.size and right(l.before, s.i) = right(l.after, s.i)
  ),
  middle as (
    select
      substr(l.before, start.size + 1, length(l.before) - start.size - tail.size) as before,
      substr(l.after, start.size + 1, length(l.after) - start.size - tail.size) as after
    from letters l cross join start cross join tail
  )
  select case
    when greatest(length(signed), length(stored)) > 100 then false
    -- Letters between punctuation: no number, no address, no link.
    when (signed || ' ' || stored) !~ '^([^[:alnum:]\s/@<>\[\]]*[[:alpha:]]([[:alpha:]''’-]*[[:alpha:]])?[^[:alnum:]\s/@<>\[\]]*( |$)){2}$'
      then false
    else (
      select l.marks_before = l.marks_after
        and least(length(l.before), length(l.after)) >= 4
        and left(l.before, 1) = left(l.after, 1)
        and not l.before || ' ' || l.after ~ '\m(k?ein(e[mnrs]?)?|nicht|nichts|nie|niemals|niemand(e[mn])?|nirgend(s|wo)|ohne|weder|nein|none|never|without)\M'
        -- Months that one letter tells apart.
        and not (l.before in ('juni', 'juli') and l.after in ('juni', 'juli'))
        and (
          -- Case, punctuation, or two letters that changed places.
          length(m.before || m.after) = 0 or (length(m.before) = 2 and m.before = reverse(m.after))
          -- Another letter makes another word of a short one, and an added one another name.
          or (least(length(l.before), length(l.after)) >= 9 and greatest(length(m.before), length(m.after)) <= 2)
          or (not l.is_capital and least(length(m.before), length(m.after)) = 0 and length(m.before || m.after) <= 2)
        )
      from letters l cross join middle m
    )
  end;
$$;
comment on function private.is_typo(text, text) is
  'Whether two different words are spellings of one: at least 4 letters and no digit in both, the same first letter and marks, no negation, and at most 2 letters that differ: in short words letters that are missing or added, in short words with a capital only two that changed places.';

revoke execute on function
  private.hold_role, private.role_at_write, private.hold_role_of_statement, private.expect_staff_at_write,
  private.owns, private.expect_new_id, private.owned_relation, private.refusal_of_picture, private.end_previews_of_account,
  private.note_schedule, private.refusal_of_schedule, private.keep_former_role, private.role_of_invitation, private.seen_text
  from public;
