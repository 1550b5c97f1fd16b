-- An export of an account has what the registry stores about the person, too.

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
        select jsonb_build_object('since', s.created_at, 'is_operator', s.is_operator)
        from private.staff s where s.user_id = u.id
      ),
      'teams', (
        select coalesce(jsonb_agg(m.team), '[]') from shipping.team_members m where m.account = u.id
      ),
      'invitations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'email', i.email, 'note', i.note, 'created_at', i.created_at, 'accepted_at', i.accepted_at
        )), '[]')
        from private.invitations i where lower(u.email) = i.email or u.id in (i.invited_by, i.accepted_by)
      ),
      'posts', (
        select coalesce(jsonb_agg(jsonb_build_object('post', b.post, 'author', b.name)), '[]')
        from private.bylines b where b.account = u.id
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
