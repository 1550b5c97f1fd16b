-- Nobody waits in a circle: what several lock, all lock in one order.

-- As before, but what makes staff locks that table before invitations, as remove_staff does.
create or replace function private.admit_confirmed_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Where the auth service confirms accounts by itself, it has sent nothing, and nothing is proven.
  if old.email_confirmed_at is not null or new.email_confirmed_at is null or new.confirmation_sent_at is null
    or (select sign_up from private.settings) = 'closed' then
    return null;
  end if;
  lock table private.staff in row exclusive mode;
  update private.invitations set accepted_at = now(), accepted_by = new.id
  where email = lower(new.email) and accepted_at is null and expires_at > now();
  if found then
    insert into private.staff (user_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end;
$$;

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
  lock table private.staff in row exclusive mode;
  -- Of two at once the second waits here and then finds it used.
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
  update private.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  insert into private.staff (user_id) values (caller) on conflict do nothing;
  return 'accepted';
end;
$$;

create or replace function private.lock_course(course uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- In the order of reorder_course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
  -- Whoever adds a lesson holds its module, by the foreign key, and then the course. A module may be deleted here.
  perform from public.modules m where m.course_id = course order by m.id for update;
  perform from public.courses c where c.id = course for no key update;
end;
$$;
