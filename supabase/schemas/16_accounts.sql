-- Accounts: admission, names in posts, export and deletion.

-- The author of a post is a text. Posts stay when an account is deleted, and lose this text if it was its name.
create table private.bylines (
  post uuid not null,
  account uuid not null references auth.users (id) on delete cascade,
  name text not null,
  primary key (post, account, name)
);
comment on table private.bylines is 'Authors of posts that are the name of the account that wrote them.';
comment on column private.bylines.post is 'Also one in the trash.';

create table private.admitted (
  user_id uuid primary key references auth.users (id) on delete cascade
);
comment on table private.admitted is 'Accounts that are or were staff. All others end after the days of private.retention.';

create index bylines_account on private.bylines (account);

alter table private.bylines enable row level security;
alter table private.admitted enable row level security;

-- Sign-up: a new account becomes staff by the rule of private.settings, or by a confirmed address that was invited.

create function private.admit_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule text := (select sign_up from private.settings);
begin
  if rule = 'closed' then
    -- PT403 makes the auth service and the data API answer 403 with this message.
    raise exception using errcode = 'PT403', message = 'Sign-up is closed.';
  end if;
  if rule = 'open' then
    insert into private.staff (user_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.admit_account() is
  'Applies private.settings.sign_up to a new account. The auth service passes the message of PT403 on to clients that name no version of its API; to all others it says "Database error saving new user".';

create function private.is_name_of(account uuid, text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u where u.id = account and normalize(lower(trim($2))) = any (array[
      normalize(lower(trim(u.raw_user_meta_data ->> 'display_name'))),
      normalize(lower(trim(u.raw_user_meta_data ->> 'full_name'))),
      lower(u.email), lower(split_part(u.email, '@', 1))
    ])
  );
$$;
comment on function private.is_name_of(uuid, text) is 'Whether a text is a name that the interface makes from an account.';

-- Names. Everybody chooses the own one, so that it takes no line of another from a text or from the history.
create function private.note_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant jsonb := to_jsonb(new);
  subject constant uuid := coalesce(stored ->> 'record_id', stored ->> 'id')::uuid;
  byline constant text := coalesce(stored ->> 'author', stored #>> '{content,author}');
  -- A name that the text has already was not written by this save.
  is_there constant boolean := case
    when tg_table_name = 'drafts' then exists (select from public.posts p where p.id = subject and p.author = byline)
    when tg_op = 'UPDATE' then to_jsonb(old) ->> 'author' = byline
    else false
  end;
begin
  if not is_there and private.is_name_of((select auth.uid()), byline) then
    insert into private.bylines (post, account, name) values (subject, (select auth.uid()), byline) on conflict do nothing;
  end if;
  return null;
end;
$$;

-- An account can be exported and deleted, each in one transaction, by itself, by operators and by the database's owner.
-- Its texts stay, without its name.

create function private.without_bylines(state jsonb, of_post uuid, of_account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.bylines b
      where b.post = of_post and b.account = of_account and b.name = state ->> 'author'
    ) then jsonb_set(state, '{author}', '""')
    else state
  end;
$$;
comment on function private.without_bylines(jsonb, uuid, uuid) is 'A state of a post in the trail, without the name of an account.';

-- Retention acts under a flag of its own; so does erasure, which writes in the name of an account that has no role left.
create function private.erase_account(account uuid) returns void
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
comment on function private.erase_account(uuid) is
  'Deletes an account and what names its person. Rows that it wrote stay: bylines are emptied, the trail keeps an id that refers to nothing.';

create function private.expect_not_last_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.staff s where s.user_id = account and s.is_operator)
    and not exists (select from private.staff s where s.user_id <> account and s.is_operator) then
    raise exception using errcode = 'PT409', message = 'The last operator cannot be deleted. Make another account an operator first.';
  end if;
end;
$$;

create function private.expect_own_or_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is distinct from account and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators and the account itself may do this.';
  end if;
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
  end if;
  if not exists (select from auth.users u where u.id = account) then
    raise exception using errcode = 'PT404', message = 'There is no such account.';
  end if;
end;
$$;

create function private.delete_account(account uuid) returns void
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
comment on function private.delete_account(uuid) is
  'For operators and the account itself, soon after a sign-in: deletes an account, its sessions, its rights and what names its person. What it wrote stays.';
select private.expose('delete_account', 'authenticated');

create function private.forget_address(address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(address));
  account uuid;
  is_known boolean;
begin
  lock table private.staff in share row exclusive mode;
  is_known := exists (select from private.invitations i where i.email = wanted);
  for account in select u.id from auth.users u where lower(u.email) = wanted loop
    is_known := true;
    perform private.expect_not_last_operator(account);
    perform private.erase_account(account);
  end loop;
  if not is_known then
    raise exception using errcode = 'PT404', message = format('Nobody has the address "%s": neither an account nor an invitation.', address);
  end if;
  delete from private.invitations i where i.email = wanted;
  -- Refused sign-ups and sign-ins name an address that has no account.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e where lower(e.payload ->> 'actor_username') = wanted;
  end if;
end;
$$;
comment on function private.forget_address(text) is
  'For the database''s owner: deletes the accounts and invitations with an address, and what names their person.';

-- The way out names all that is stored about an account.
create function private.export_account(account uuid) returns jsonb
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
comment on function private.export_account(uuid) is
  'For operators and the account itself: everything that the database stores about the person, without hashes and tokens.';
select private.expose('export_account', 'authenticated');

create function private.note_admission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.admitted (user_id) values (new.user_id) on conflict do nothing;
  return null;
end;
$$;

create function private.draft_without_bylines(state jsonb, of_post uuid, of_account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when state ? 'content'
    then jsonb_set(state, '{content}', private.without_bylines(state -> 'content', of_post, of_account))
    else state
  end;
$$;
comment on function private.draft_without_bylines(jsonb, uuid, uuid) is
  'A state of a post''s draft in the trail, without the name of an account.';

create trigger admit_account after insert on auth.users
  for each row execute function private.admit_account();

create trigger note_admission after insert on private.staff
  for each row execute function private.note_admission();
