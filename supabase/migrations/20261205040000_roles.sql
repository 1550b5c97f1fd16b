-- Roles of staff. A publisher does everything; an editor writes every draft and publishes what is its own; an author
-- writes what is its own and publishes nothing. Triggers decide, as a policy cannot compare the old row with the new one,
-- and functions that run as the owner have no policies.

alter table private.staff
  add column role text not null default 'publisher'
    constraint staff_role check (role in ('publisher', 'editor', 'author'));
comment on column private.staff.role is 'Only operators change it, by set_role or an invitation. An operator is a publisher.';
alter table private.invitations
  add column role text not null default 'publisher'
    constraint invitations_role check (role in ('publisher', 'editor', 'author'));
comment on column private.invitations.role is 'The role of the account that accepts it.';

create or replace view private.staff_accounts as
select s.user_id as id, u.email, s.created_at as since, u.last_sign_in_at, u.email_confirmed_at, s.is_operator, s.role
from private.staff s join auth.users u on u.id = s.user_id;

create function private.operators_publish() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_operator then
    new.role := 'publisher';
  end if;
  return new;
end;
$$;
comment on function private.operators_publish() is 'Makes an operator a publisher.';
-- After name_first_operator, by its name.
create trigger operators_publish before insert or update on private.staff
  for each row execute function private.operators_publish();

create table private.owners (
  record uuid primary key,
  account uuid not null references auth.users (id) on delete cascade
);
comment on table private.owners is
  'The account that created a post, page, course, workshop or ad. Older records, and those of deleted accounts, are nobody''s own.';
create index owners_account on private.owners (account);
alter table private.owners enable row level security;

create table private.publication_requests (
  record uuid primary key,
  kind text not null,
  account uuid not null references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
comment on table private.publication_requests is
  'Records that wait for a publisher. Publishing, discarding the draft and deleting end a request.';
comment on column private.publication_requests.kind is 'The table of the record.';
create index publication_requests_account on private.publication_requests (account);
create index publication_requests_oldest on private.publication_requests (requested_at);
alter table private.publication_requests enable row level security;
revoke all on private.owners, private.publication_requests from public, anon, authenticated, service_role;

create function private.role_of_caller() returns text
language sql stable security definer set search_path = ''
as $$
  select s.role from private.staff s where s.user_id = (select auth.uid());
$$;
comment on function private.role_of_caller() is 'publisher, editor or author; null without an account of staff.';

create function public.own_role() returns text
language sql stable security invoker set search_path = ''
as $$
  select private.role_of_caller();
$$;
comment on function public.own_role() is 'The role of the caller: publisher, editor or author. For the interface only: triggers decide by themselves.';

create function private.expect_publisher() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.role_of_caller() <> 'publisher' then
    raise exception using errcode = '42501', hint = 'role', message = 'Only publishers may do this.';
  end if;
end;
$$;
comment on function private.expect_publisher() is 'Refuses a caller who is not a publisher.';

-- Which writes a role allows.

create function private.owned_record(relation text, state jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when relation in ('posts', 'pages', 'courses', 'workshops', 'ads', 'pictures') then state ->> 'id'
    when relation = 'modules' then state ->> 'course_id'
    when relation = 'lessons' then (
      select m.course_id::text from public.modules m where m.id = (state ->> 'module_id')::uuid
    )
    when relation = 'links' then state ->> 'page_id'
    when relation = 'drafts' then state ->> 'record_id'
  end::uuid;
$$;
comment on function private.owned_record(text, jsonb) is
  'The record whose creator owns a row; null for rows that nobody owns, and for a lesson whose module is gone.';

create function private.is_public(relation text, state jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    -- A future time publishes, too.
    when relation in ('posts', 'pages') then state ->> 'published_at' is not null
    when relation = 'drafts' then state ->> 'publish_at' is not null
    when relation = 'courses' then (state ->> 'is_published')::boolean
    when relation = 'ads' then (state ->> 'is_active')::boolean
    when relation in ('modules', 'lessons') then (
      select c.is_published from public.courses c where c.id = private.owned_record(relation, state)
    )
    when relation = 'links' and state ->> 'page_id' is not null then (
      select p.published_at is not null from public.pages p where p.id = (state ->> 'page_id')::uuid
    )
    else true
  end;
$$;
comment on function private.is_public(text, jsonb) is
  'Whether visitors see a row, now or at a time that is set. Null for a part of a record that is gone.';

create function private.refusal(role text, is_own boolean, is_public boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when role = 'author' and not is_own then 'Authors change only what they created.'
    when role = 'author' and is_public then 'Authors do not change what is published: save a draft and request its publication.'
    when role = 'editor' and not is_own and is_public then 'Editors publish only what they created: save a draft and request its publication.'
  end;
$$;
comment on function private.refusal(text, boolean, boolean) is
  'Why a role does not allow a write of a draft, or with is_public of what visitors see; null when it is allowed.';

create function private.refusal_of_picture(role text, is_own boolean) returns text
language sql immutable set search_path = ''
as $$
  select case when role <> 'publisher' and not is_own then 'Only publishers change pictures that others added.' end;
$$;
comment on function private.refusal_of_picture(text, boolean) is
  'Why a role does not allow a write of a picture of the library, which shows in public only where a record uses it.';

create function private.owns(record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.owners o where o.record = owns.record and o.account = (select auth.uid()));
$$;
comment on function private.owns(uuid) is 'Whether the caller created a record.';

create function private.note_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that had an earlier life comes from the trash, and is still its creator's.
  insert into private.owners (record, account)
  select new.id, s.user_id from private.staff s
  where s.user_id = (select auth.uid()) and not exists (select from public.trail t where t.row_id = new.id)
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_owner() is
  'Notes who created a record. After the insert, as an upsert of another''s record is none; by its name before record_in_trail.';

create function private.check_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role constant text := private.role_of_caller();
  states constant jsonb[] := array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
  ], null);
  state jsonb;
  subject uuid;
  is_public boolean;
  fault text;
begin
  if coalesce(role, 'publisher') = 'publisher' or current_setting('private.is_retention', true) = 'on' then
    return null;
  end if;
  foreach state in array states loop
    is_public := private.is_public(tg_table_name, state);
    -- A deletion by cascade: the deletion of the record was checked.
    continue when is_public is null and tg_op = 'DELETE';
    subject := private.owned_record(tg_table_name, state);
    fault := case
      when subject is null then 'Only publishers may do this.'
      when tg_table_name = 'pictures' then private.refusal_of_picture(role, private.owns(subject))
      else private.refusal(role, private.owns(subject), is_public)
    end;
    if fault is not null then
      raise exception using errcode = '42501', hint = 'role', message = fault;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.check_role() is
  'Refuses a write that the role of the caller does not allow: the row as it was and as it is now.';

do $$
declare
  relation text;
begin
  foreach relation in array array['posts', 'pages', 'courses', 'workshops', 'ads'] loop
    execute format(
      'create trigger check_0_owner after insert on public.%I for each row execute function private.note_owner()', relation
    );
  end loop;
  foreach relation in array array[
    'public.posts', 'public.pages', 'public.courses', 'public.modules', 'public.lessons', 'public.workshops', 'public.ads',
    'public.drafts', 'public.links', 'public.site', 'public.prompts', 'public.categories', 'public.course_categories',
    'public.workshop_categories', 'public.matrix_categories', 'public.matrix_target_groups', 'public.matrix_levels',
    'public.matrix_dimensions', 'public.matrix_workshops', 'public.matrix_workshop_learning_objectives',
    'private.dismissed_links'
  ] loop
    execute format(
      'create trigger check_role after insert or update or delete on %s for each row execute function private.check_role()',
      relation
    );
  end loop;
end;
$$;

-- Owners of deleted records, whose deletion the audit log does not hold any more.
create function private.forget_owners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o using gone
  where gone.operation = 'delete' and o.record = gone.row_id
    and not exists (select from public.trail t where t.row_id = o.record);
  return null;
end;
$$;
create trigger forget_owners after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_owners();

-- Requests of publication.

create function private.expect_draft_of(kind text, record uuid) returns void
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
  fault := private.refusal(private.role_of_caller(), private.owns(record), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  elsif private.is_public(kind, live) and not exists (
    select from public.drafts d where d.record_id = record and d.publish_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Nothing waits for publication: save a draft first.';
  end if;
end;
$$;
comment on function private.expect_draft_of(text, uuid) is
  'Refuses a record of which nothing is to be published, or whose draft is not the caller''s to write.';

create function private.request_publication(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_draft_of(kind, record);
  insert into private.publication_requests (record, kind, account)
  values (request_publication.record, request_publication.kind, (select auth.uid()))
  on conflict do nothing;
end;
$$;

create function public.request_publication(kind text, record uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.request_publication(kind, record);
$$;
comment on function public.request_publication(text, uuid) is
  'For staff: asks publishers to publish a record or its draft. 409 when nothing waits; an earlier request stays.';

create function private.withdraw_request(record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.publication_requests r
  where r.record = withdraw_request.record
    and (r.account = (select auth.uid()) or private.role_of_caller() = 'publisher');
  if not found then
    raise exception using errcode = 'PT404', message = 'You have no request about it.';
  end if;
end;
$$;

create function public.withdraw_request(record uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.withdraw_request(record);
$$;
comment on function public.withdraw_request(uuid) is
  'For staff: ends a request of publication, which the caller made. Publishers end those of others, too.';

create function private.refusal_in_form(kind text, record uuid, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when kind in ('posts', 'pages', 'courses', 'workshops', 'ads') then private.refusal(
      private.role_of_caller(), record is null or private.owns(record), is_public
    )
    when kind = 'pictures' then private.refusal_of_picture(
      private.role_of_caller(), record is null or private.owns(record)
    )
    -- Their course decides, which a form of a new one does not name.
    when kind not in ('modules', 'lessons') and private.role_of_caller() <> 'publisher' then 'Only publishers may do this.'
  end;
$$;
comment on function private.refusal_in_form(text, uuid, boolean) is
  'What check_role would say about a save. record: null for one that the caller creates.';

create function private.read_publication(kind text, record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'refusal', private.refusal_in_form(kind, record, true),
    'draft_refusal', private.refusal_in_form(kind, record, false),
    'request', (
      select jsonb_build_object(
        'at', r.requested_at, 'by', coalesce(p.name, p.address), 'is_own', r.account = (select auth.uid())
      )
      from private.publication_requests r cross join private.person(r.account) p
      where r.record = read_publication.record and r.kind = read_publication.kind
    )
  );
end;
$$;

create function public.read_publication(kind text, record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_publication(kind, record);
$$;
comment on function public.read_publication(text, uuid) is
  'For staff: why the caller may not publish a record (refusal) or write its draft (draft_refusal), null when allowed, and who asked for its publication when. record: null for one that the caller creates.';

create function private.publication_requests() returns table (
  kind text, record uuid, title text, requested_at timestamptz, requested_by text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select r.kind, r.record, coalesce(d.content ->> 'title', t.title, ''), r.requested_at, coalesce(p.name, p.address)
    from private.publication_requests r
    cross join private.person(r.account) p
    left join public.drafts d on d.record_id = r.record
    left join lateral (
      select x.title from public.posts x where x.id = r.record
      union all select x.title from public.pages x where x.id = r.record
      union all select x.title from public.courses x where x.id = r.record
      union all select x.title from public.workshops x where x.id = r.record
      union all select x.title from public.ads x where x.id = r.record
    ) t on true
    where private.role_of_caller() = 'publisher' or r.account = (select auth.uid())
    order by r.requested_at, r.record
    limit 100;
end;
$$;

create function public.publication_requests() returns table (
  kind text, record uuid, title text, requested_at timestamptz, requested_by text
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.publication_requests();
$$;
comment on function public.publication_requests() is
  'For staff: what waits for publication, the oldest 100 requests. Publishers see all, others their own.';

create function private.end_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  state constant jsonb := to_jsonb(coalesce(new, old));
  subject constant uuid := coalesce(state ->> 'record_id', state ->> 'id')::uuid;
begin
  if tg_op = 'DELETE' or private.is_public(tg_table_name, state) and (
    tg_table_name = 'drafts' or not exists (select from public.drafts d where d.record_id = subject)
  ) then
    delete from private.publication_requests r where r.record = subject;
  end if;
  return null;
end;
$$;
comment on function private.end_request() is
  'Ends the request about a record that is published or deleted, or whose draft is published, scheduled or discarded.';
do $$
declare
  relation text;
begin
  foreach relation in array array['posts', 'pages', 'courses', 'workshops', 'ads', 'drafts'] loop
    execute format(
      'create trigger end_request after update or delete on public.%I
         for each row execute function private.end_request()', relation
    );
  end loop;
end;
$$;

-- Accounts: operators give roles, publishers invite and remove.

create function private.expect_role(role text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(role not in ('publisher', 'editor', 'author'), true) then
    raise exception using errcode = 'PT400', message = format('"%s" is no role; expected publisher, editor or author.', role);
  end if;
end;
$$;

create function private.set_role(account uuid, role text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present private.staff;
begin
  perform private.hold_rights((select auth.uid()));
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

create function public.set_role(account uuid, role text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.set_role(account, role);
$$;
comment on function public.set_role(uuid, text) is
  'For operators, soon after a sign-in: makes an account of staff publisher, editor or author.';

create or replace function private.read_accounts(skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'sign_up', (select sign_up from private.settings),
    'total', (select count(*) from private.staff),
    'may_name_operators', private.is_operator(),
    'may_invite', private.role_of_caller() = 'publisher',
    'staff', (
      select coalesce(jsonb_agg(to_jsonb(page)), '[]')
      from (
        select id, email, since, last_sign_in_at, is_operator, role from private.staff_accounts
        order by email, id limit least(take, 1000) offset skip
      ) page
    ),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(open)), '[]')
      from (
        select i.id, i.email, i.note, u.email as invited_by, i.expires_at, i.role
        from private.invitations i left join auth.users u on u.id = i.invited_by
        where i.accepted_at is null order by i.expires_at desc, i.id
      ) open
    )
  );
end;
$$;

drop function private.create_invitation(text, text, uuid, boolean);
create or replace function private.create_invitation(address text, remark text, inviter uuid, is_by_start boolean, given text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  invited constant text := nullif(lower(btrim(address)), '');
begin
  if invited !~ '^[^@\s]+@[^@\s]+$' or length(invited) > 254 then
    raise exception using errcode = 'PT400', message = 'This is no e-mail address; expected one like name@example.org.';
  end if;
  perform private.expect_role(given);
  if exists (select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = invited) then
    raise exception using errcode = 'PT409', message = 'This address is staff already.';
  end if;
  insert into private.invitations (email, token_hash, note, invited_by, by_start, role)
  values (invited, sha256(convert_to(token, 'UTF8')), nullif(btrim(remark), ''), inviter, is_by_start, given)
  on conflict (email) where accepted_at is null do update set
    token_hash = excluded.token_hash, note = excluded.note, role = excluded.role, invited_by = excluded.invited_by,
    by_start = excluded.by_start, created_at = now(), expires_at = default;
  return token;
end;
$$;
comment on function private.create_invitation(text, text, uuid, boolean, text) is
  'Invites an address, or with null anybody with the link, to a role, and returns the token. An older link for the same address becomes void.';

drop function private.invite(text, text);
create function private.invite(address text default null, remark text default null, role text default 'publisher') returns text
language sql security definer set search_path = ''
as $$
  select private.create_invitation(address, remark, null, false, role);
$$;
comment on function private.invite(text, text, text) is
  'For the operator: invites and returns the token of a link that works once, SITE_URL/login#invitation=TOKEN. role: publisher, editor or author.';

create or replace function private.invite_first(address text default null) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.invitations in share row exclusive mode;
  delete from private.invitations where by_start and accepted_at is null;
  if exists (select from private.staff) then
    return null;
  end if;
  return private.create_invitation(address, null, null, true, 'publisher');
end;
$$;

drop function public.invite_colleague(text, text);
drop function private.invite_colleague(text, text);
create or replace function private.invite_colleague(address text, remark text, role text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_rights((select auth.uid()));
  perform private.expect_publisher();
  if role is distinct from 'publisher' and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  if coalesce(btrim(address), '') = '' then
    raise exception using errcode = 'PT400', message = 'Whom do you want to invite? Enter an e-mail address.';
  end if;
  if (select count(*) from private.invitations where accepted_at is null) >= 100 then
    raise exception using errcode = 'PT409', message = 'There are 100 open invitations. Revoke those that are not needed.';
  end if;
  return private.create_invitation(address, remark, (select auth.uid()), false, role);
end;
$$;

create function public.invite_colleague(address text, remark text, role text default 'publisher') returns text
language sql security invoker set search_path = ''
as $$
  select private.invite_colleague(address, remark, role);
$$;
comment on function public.invite_colleague(text, text, text) is
  'For publishers: invites an address and returns the token of its link, which is shown only once. An older link for the address becomes void. role: publisher, or for operators editor or author.';

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
  insert into private.staff as stored (user_id, role) values (caller, invitation.role)
  -- Where sign-up is open, the account is a publisher already.
  on conflict (user_id) do update set role = excluded.role where excluded.role <> 'publisher' and not stored.is_operator;
  return 'accepted';
end;
$$;

create or replace function private.revoke_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_publisher();
  delete from private.invitations where id = invitation and accepted_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This invitation is used or revoked already.';
  end if;
end;
$$;
comment on function public.revoke_invitation(uuid) is 'For publishers: makes an open invitation void.';

create or replace function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_publisher();
  perform private.expect_fresh_sign_in();
  -- Calls run one after the other, and each checks again: while it waited, the caller may have been removed or become
  -- the last one.
  lock table private.staff in share row exclusive mode;
  perform private.expect_publisher();
  if not exists (select from private.staff where user_id = account) then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  end if;
  if (select count(*) from private.staff) = 1 then
    raise exception using errcode = 'PT409', message = 'The last one who is staff cannot be removed.';
  end if;
  delete from private.staff where user_id = account;
  -- Invitations by this account or for it would bring it back.
  delete from private.invitations i
  where i.accepted_at is null
    and (i.invited_by = account or i.email = (select lower(u.email) from auth.users u where u.id = account));
end;
$$;
comment on function public.remove_staff(uuid) is
  'For publishers, soon after a sign-in: takes away the rights of an account and the invitations that it made, at once. The last staff account stays.';

create or replace function private.delete_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  perform private.expect_fresh_sign_in();
  -- As remove_staff does: grants and removals run one after the other, and each checks again.
  lock table private.staff in share row exclusive mode;
  perform private.expect_own_or_operator(account);
  perform private.expect_not_last_operator(account);
  -- Without its role, as what it wrote is changed below.
  delete from private.staff where user_id = account;
  perform private.erase_account(account);
end;
$$;

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
        select coalesce(jsonb_agg(o.record), '[]') from private.owners o where o.account = u.id
      ),
      'publication_requests', (
        select coalesce(jsonb_agg(jsonb_build_object('record', r.record, 'requested_at', r.requested_at)), '[]')
        from private.publication_requests r where r.account = u.id
      ),
      'workflows', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'user_id'), '[]') from public.workflows w where w.user_id = u.id
      ),
      'prompts', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'user_id'), '[]') from public.prompts p where p.user_id = u.id
      ),
      'ai_calls', (
        select coalesce(jsonb_agg(c.day), '[]') from private.ai_calls c where c.user_id = u.id
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

revoke execute on function
  private.operators_publish, private.role_of_caller, private.expect_publisher, private.owned_record, private.is_public,
  private.refusal, private.refusal_of_picture, private.refusal_in_form, private.owns, private.note_owner, private.check_role, private.forget_owners, private.expect_draft_of,
  private.request_publication, private.withdraw_request, private.read_publication, private.publication_requests,
  private.end_request, private.expect_role, private.set_role, private.create_invitation, private.invite, private.invite_colleague
  from public;
revoke execute on function
  public.own_role, public.request_publication, public.withdraw_request, public.read_publication,
  public.publication_requests, public.set_role, public.invite_colleague
  from public, anon, service_role;
grant execute on function
  private.role_of_caller, private.request_publication, private.withdraw_request, private.read_publication,
  private.publication_requests, private.set_role, private.invite_colleague,
  public.own_role, public.request_publication, public.withdraw_request, public.read_publication,
  public.publication_requests, public.set_role, public.invite_colleague
  to authenticated;
