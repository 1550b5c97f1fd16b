-- Whoever signs may sign when the lock is held: a role that became narrower while the call waited signs nothing.
create or replace function private.sign_off(post uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live public.posts;
  signed public.posts;
begin
  perform private.lock_record('posts', post);
  perform private.expect_signer(post);
  select p.* into live from public.posts p where p.id = post;
  signed := private.text_to_sign(live);
  if signed.updated_at is distinct from version then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif private.ai_of(post, signed.title, signed.excerpt, signed.content) = 'none' then
    raise exception using errcode = 'PT400', message = 'No function wrote this post: there is nothing to sign off.';
  end if;
  insert into private.sign_offs (record_id, account, version, title, excerpt, content)
  values (post, (select auth.uid()), version, signed.title, coalesce(signed.excerpt, ''), signed.content);
  update public.posts p set ai = 'assisted'
  where p.id = post and p.ai <> private.ai_of(p.id, p.title, p.excerpt, p.content);
end;
$$;

-- Every shell reads it with the registry: a team makes the document of others no longer than its releases do.
alter table shipping.remotes add constraint remotes_started_from check (length(started_from) <= 1000) not valid;
