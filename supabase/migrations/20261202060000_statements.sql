-- Signed statements about releases, and the sizes of their files. The database stores statements and judges none:
-- shells verify the signatures, so that whoever writes these tables decides nothing.

create table shipping.statements (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  kind text not null constraint statements_kind check (kind in ('allow', 'revoke')),
  hash text not null constraint statements_hash check (hash ~ '^[0-9a-f]{64}$'),
  number bigint not null constraint statements_number check (number between 1 and 9007199254740991),
  signature text not null constraint statements_signature check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  added_at timestamptz not null default now(),
  foreign key (remote, version) references shipping.releases (remote, version),
  constraint statements_once unique (remote, version, kind, hash, number, signature)
);
comment on table shipping.statements is
  'Signed statements: a release may be live, or it is revoked. Shells verify the signatures. Entries are neither changed nor deleted.';
comment on column shipping.statements.hash is 'SHA-256 of the release document in its canonical form.';
comment on column shipping.statements.number is
  'Only grows for each remote. A shell serves nothing below the number of what it served as live.';
comment on column shipping.statements.signature is 'Ed25519 over the statement. Several keys sign the same number.';

alter table shipping.statements enable row level security;
revoke all on shipping.statements from public, anon, authenticated, service_role;

create trigger refuse_change before update or delete on shipping.statements
  for each row execute function shipping.refuse_change();

create function shipping.add_statement(token text, statement jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- More would make the document that every shell reads long.
  most constant integer := 40;
  who constant shipping.deployer := shipping.deployer_of(token);
  remote constant text := statement ->> 'remote';
  version constant text := statement ->> 'version';
  kind constant text := statement ->> 'kind';
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, case when kind = 'revoke' then 'promote' else 'publish' end, remote);
  if coalesce(
    kind not in ('allow', 'revoke') or statement ->> 'hash' !~ '^[0-9a-f]{64}$'
      or statement ->> 'signature' !~ '^[A-Za-z0-9_-]{86}$'
      or jsonb_typeof(statement -> 'number') <> 'number' or statement ->> 'number' !~ '^[1-9][0-9]{0,14}$',
    true
  ) then
    raise exception using errcode = 'PT400',
      message = 'This is no statement: expected kind (allow or revoke), hash, number and signature, as pnpm remote sign writes them.';
  end if;
  perform shipping.begin_move();
  perform shipping.expect_published(remote, version);
  if (select count(*) from shipping.statements s where s.remote = add_statement.statement ->> 'remote'
    and s.version = add_statement.statement ->> 'version') >= most then
    raise exception using errcode = 'PT409', message = format('%s@%s has %s statements already, the most that it may have.', remote, version, most);
  end if;
  insert into shipping.statements (remote, version, kind, hash, number, signature)
  values (remote, version, kind, statement ->> 'hash', (statement ->> 'number')::bigint, statement ->> 'signature')
  on conflict do nothing;
end;
$$;

create function public.add_statement(token text, statement jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.add_statement(token, statement);
$$;
comment on function public.add_statement(text, jsonb) is
  'For tokens of teams: adds a signed statement, with the right to publish for one that allows a release, to promote for one that revokes it.';

create function shipping.statements_of(remote text, versions text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'version', s.version, 'kind', s.kind, 'hash', s.hash, 'number', s.number, 'signature', s.signature
  ) order by s.id)
  from shipping.statements s where s.remote = statements_of.remote and s.version = any (versions);
$$;
comment on function shipping.statements_of(text, text[]) is 'Statements about these versions in the order of their arrival; null for none.';

-- Volatile, since it notes the use of the token.
create function shipping.read_release(token text, remote text, version text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  return jsonb_strip_nulls(jsonb_build_object(
    'release', (
      select p.document from shipping.releases p where p.remote = read_release.remote and p.version = read_release.version
    ),
    'statements', shipping.statements_of(remote, array[version]),
    'highest', (select max(s.number) from shipping.statements s where s.remote = read_release.remote),
    'versions', (
      select coalesce(jsonb_agg(newest.version order by newest.published_at desc), '[]')
      from (
        select p.version, p.published_at from shipping.releases p where p.remote = read_release.remote
        order by p.published_at desc limit 20
      ) newest
    )
  ));
end;
$$;

create function public.read_release(token text, remote text, version text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.read_release(token, remote, version);
$$;
comment on function public.read_release(text, text, text) is
  'For teams, shells and operators: a published release with its statements, the highest number of the remote, and the newest versions.';

create or replace function shipping.registry_document(with_history boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries as (
    select r.*, jsonb_strip_nulls(jsonb_build_object(
      'slot', r.slot,
      'origin', r.origin,
      'startedFrom', r.started_from,
      'live', (select p.document from shipping.releases p where p.remote = r.name and p.version = r.live),
      'previous', (
        select coalesce(jsonb_agg(p.document order by place), '[]')
        from unnest(r.previous) with ordinality as earlier (version, place)
        join shipping.releases p on p.remote = r.name and p.version = earlier.version
      ),
      'canary', (
        select jsonb_build_object(
          'percent', r.canary_percent,
          'margin', r.canary_margin,
          'since', to_char(r.canary_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'release', p.document
        )
        from shipping.releases p where p.remote = r.name and p.version = r.canary
      ),
      'statements', shipping.statements_of(r.name, array[r.live, r.canary] || r.previous),
      'history', case when with_history then shipping.history_of(r.name) else '[]' end
    )) as entry
    from shipping.remotes r
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'schema', 1,
    'bucketKey', case when not with_history then (select bucket_key from shipping.registry_version) end,
    'servedAt', (select served_at from shipping.registry_version),
    'remotes', coalesce(jsonb_object_agg(name, entry) filter (where live is not null and not is_retired), '{}'),
    'retired', coalesce(jsonb_object_agg(name, entry) filter (where is_retired), '{}'),
    'coming', jsonb_object_agg(name, jsonb_build_object('slot', slot)) filter (where is_coming)
  ))
  from entries;
$$;

-- Sizes of files, where a shell stops to read. Older releases lack them.

create or replace function shipping.is_release_file(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    document ->> 'path' ~ '^(web|server)(/[A-Za-z0-9_~@+-][A-Za-z0-9_.~@+-]*)+$'
      and document ->> 'integrity' ~ '^sha384-[A-Za-z0-9+/]{64}$'
      and (
        not document ? 'size' or jsonb_typeof(document -> 'size') = 'number' and document ->> 'size' ~ '^[0-9]{1,9}$'
      ),
    false
  );
$$;

revoke execute on function shipping.add_statement, shipping.statements_of, shipping.read_release from public;
revoke execute on function public.add_statement, public.read_release from public, service_role;
grant execute on function
  shipping.add_statement, shipping.read_release, public.add_statement, public.read_release
  to anon, authenticated;
