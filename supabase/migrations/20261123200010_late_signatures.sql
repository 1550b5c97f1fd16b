-- A release may be signed after it was published, once. Nothing else of it changes.

create function private.refuse_change_of_release() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and not old.document ? 'signature' then
    old.document := old.document || jsonb_build_object('signature', new.document -> 'signature');
    if new = old then
      return new;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'What is in releases stays as it is.';
end;
$$;
comment on function private.refuse_change_of_release() is 'A release that is not signed may get its signature; nothing else of it changes.';
revoke execute on function private.refuse_change_of_release() from public;

drop trigger refuse_change on private.releases;
create trigger refuse_change before update or delete on private.releases
  for each row execute function private.refuse_change_of_release();

create function private.keep_release(who private.deployer, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  remote constant text := release ->> 'name';
  named constant text := format('%s@%s', remote, release ->> 'version');
  fault constant text := private.fault_of(release);
  known jsonb;
begin
  if fault is not null then
    raise exception using errcode = 'PT400', message = format('This is no release: %s.', fault);
  end if;
  insert into private.remotes (name) values (remote) on conflict do nothing;
  insert into private.releases (remote, version, document, published_by)
  values (remote, release ->> 'version', release, who.name) on conflict do nothing;
  select p.document into known
  from private.releases p where p.remote = keep_release.release ->> 'name' and p.version = release ->> 'version'
  for update;
  -- Who built the same again, and when, makes it no other; the first one stays.
  if known - array['provenance', 'signature'] <> release - array['provenance', 'signature'] then
    raise exception using errcode = 'PT409', message = format('%s is published already, as something else.', named);
  end if;
  if release ->> 'signature' is null or known ->> 'signature' = release ->> 'signature' then
    return;
  end if;
  if known ? 'signature' then
    raise exception using errcode = 'PT409', message = format('%s is signed already, otherwise.', named);
  end if;
  if known <> release - 'signature' then
    raise exception using errcode = 'PT409',
      message = format('%s is published already, as somebody else built it; the signature is not of that.', named);
  end if;
  -- It may be live: shells learn of it.
  perform private.begin_move();
  update private.releases p set document = keep_release.release
  where p.remote = keep_release.release ->> 'name' and p.version = keep_release.release ->> 'version';
end;
$$;
comment on function private.keep_release(private.deployer, jsonb) is
  'Makes a release known, for good, and its signature, which may come later. The same again changes nothing.';
revoke execute on function private.keep_release(private.deployer, jsonb) from public;

create or replace function private.publish_release(token text, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
begin
  perform private.expect_right(who, 'publish', release ->> 'name');
  perform private.keep_release(who, release);
end;
$$;
