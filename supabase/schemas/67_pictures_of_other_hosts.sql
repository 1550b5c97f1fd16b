-- Pictures of other hosts. Triggers note the addresses that rows name, a job fetches each once, and its bytes become a picture
-- of the library, so that no document asks another host for anything.

create table private.picture_names (
  relation text not null,
  row_id uuid not null,
  address text not null,
  is_taken boolean not null default false,
  ended_at timestamptz,
  account uuid references auth.users (id) on delete set null,
  constraint picture_names_pkey primary key (relation, row_id, address)
);
comment on table private.picture_names is
  'Which rows name which address of a picture. Triggers write a row''s own entries only, so that saves do not wait for each other.';
comment on column private.picture_names.is_taken is 'Whether a claim has seen the last save of the row.';
comment on column private.picture_names.ended_at is 'When the row ceased to name the address.';
comment on column private.picture_names.account is 'Who saved the row with the address; null without an account.';

create index picture_names_address on private.picture_names (address);
create index picture_names_saved on private.picture_names (address) where not is_taken;
create index picture_names_ended on private.picture_names (ended_at) where ended_at is not null;
create index picture_names_account on private.picture_names (account);

alter table private.picture_names enable row level security;

create function private.destination_address(destination text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when plain ~ '^([!#$&-;=?-Z_a-z~]|%[0-9A-Za-z]{2})*$' then plain
    else (
      select string_agg(
        case
          when c ~ '[!#$%&-;=?-Z_a-z~]' then c
          else upper(regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\1', 'g'))
        end,
        '' order by place
      )
      from regexp_split_to_table(regexp_replace(plain, '%(?![0-9A-Za-z]{2})', '%25', 'g'), '')
        with ordinality as each (c, place)
    )
  end
  from regexp_replace(replace(destination, '&amp;', '&'), '\\([!-/:-@\[-`{-~])', '\1', 'g') as plain;
$$;
comment on function private.destination_address(text) is
  'The address of a link destination of Markdown, escaped as the renderer of pages escapes it.';

create function private.pictures_in_markdown(source text) returns setof text
language sql immutable set search_path = ''
as $$
  with texts as (
    -- Most texts have no picture.
    select source as text where position('![' in source) > 0
  ), destinations as (
    select coalesce(found[1], found[2]) as destination
    from texts, regexp_matches(
      text,
      '!\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*\]\(\s*'
        '(?:<((?:https?:)?//[^<>\n]+)>|((?:https?:)?//(?:[^\s<>()\\]|\\.|\([^\s()<>]*\))+))',
      'gi'
    ) as found
    union
    select coalesce(found[2], found[3])
    from texts, regexp_matches(
      text,
      '(?:^|\n)[ \t>*+\d.-]*\[((?:[^\[\]\\]|\\.)+)\]:\s*(?:<((?:https?:)?//[^<>\n]+)>|((?:https?:)?//[^\s<>]+))',
      'gi'
    ) as found
    where position(lower('![' || found[1] || ']') in lower(text)) > 0
      or position(lower('][' || found[1] || ']') in lower(text)) > 0
  )
  select distinct a.address
  from destinations cross join lateral (select private.destination_address(destination) as address) a
  where octet_length(a.address) <= 2000;
$$;
comment on function private.pictures_in_markdown(text) is
  'Addresses of pictures of other hosts in a Markdown text, those in its code included. Parsing decides when a page is rendered.';

create function private.pictures_in(row_of jsonb, texts text[], addresses text[]) returns setof text
language sql immutable set search_path = ''
as $$
  select found from unnest(texts) as name, private.pictures_in_markdown(row_of ->> name) as found
  union
  select row_of ->> name from unnest(addresses) as name
  where row_of ->> name ~* '^https?://' and octet_length(row_of ->> name) <= 2000;
$$;
comment on function private.pictures_in(jsonb, text[], text[]) is
  'Addresses of pictures in a row: in columns with Markdown, and columns that are an address.';

create function private.note_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  relation_name constant text := tg_table_name;
  own_id uuid;
  named text[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    update private.picture_names n set ended_at = now() where n.relation = relation_name and n.ended_at is null;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    named := array(select private.pictures_in(to_jsonb(new), tg_argv[0]::text[], tg_argv[1]::text[]));
  end if;
  own_id := case when tg_op = 'DELETE' then old.id else new.id end;
  update private.picture_names n set ended_at = now()
  where n.relation = relation_name and n.row_id = own_id and n.address <> all (named) and n.ended_at is null;
  insert into private.picture_names as n (relation, row_id, address, account)
  select relation_name, own_id, address, (select auth.uid()) from unnest(named) as address
  on conflict on constraint picture_names_pkey do update set
    is_taken = false, ended_at = null, account = coalesce(n.account, excluded.account);
  return null;
end;
$$;
comment on function private.note_pictures() is
  'Arguments: the columns with Markdown, and the columns that are the address of a picture.';

create function private.watch_pictures(relation regclass, texts text[], addresses text[] default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  columns constant text := (select string_agg(quote_ident(name), ', ') from unnest(texts || addresses) as name);
  -- Rows without a picture do not run the trigger, so that many are written fast.
  may_name constant text := (
    select string_agg(test, ' or ') from (
      select format('strpos(R.%I, ''!['') > 0', name) from unnest(texts) as name
      union all
      select format('R.%I <> ''''', name) from unnest(addresses) as name
    ) as tests (test)
  );
begin
  execute format(
    'create trigger note_pictures_insert after insert on %1$s for each row when (%5$s)
       execute function private.note_pictures(%3$L, %4$L);
     create trigger note_pictures_update after update of %2$s on %1$s for each row when (%5$s or %6$s)
       execute function private.note_pictures(%3$L, %4$L);
     create trigger note_pictures_delete after delete on %1$s for each row when (%6$s)
       execute function private.note_pictures(%3$L, %4$L);
     create trigger note_pictures_truncate after truncate on %1$s
       for each statement execute function private.note_pictures(%3$L, %4$L)',
    relation, columns, texts, addresses, replace(may_name, 'R.', 'new.'), replace(may_name, 'R.', 'old.')
  );
  -- Rows that are there already.
  execute format(
    'insert into private.picture_names (relation, row_id, address)
     select (select relname from pg_catalog.pg_class where oid = r.tableoid), r.id, found
     from %1$s r, private.pictures_in(to_jsonb(r), %2$L, %3$L) as found',
    relation, texts, addresses
  );
end;
$$;
comment on function private.watch_pictures(regclass, text[], text[]) is
  'For migrations: has the pictures of other hosts fetched that a table names, in columns with Markdown or as an address.';

create function private.copies_of(addresses text[])
returns table (address text, hash text, content_type text, width integer, height integer)
language sql stable security definer set search_path = ''
as $$
  select p.origin, f.hash, f.content_type, f.width, f.height
  from public.pictures p join private.picture_files f on f.hash = p.original
  where p.origin = any (addresses);
$$;
comment on function private.copies_of(text[]) is 'For public.picture_copies, whose callers have no rights on these tables.';

create function public.picture_copies(addresses text[])
returns table (address text, hash text, content_type text, width integer, height integer)
language sql stable security invoker set search_path = ''
as $$
  select * from private.copies_of(addresses);
$$;
comment on function public.picture_copies(text[]) is
  'For pages of the release before: pictures of other hosts as they were fetched; addresses without one are left out.';

-- Jobs.

create function private.title_of_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(substring(address from '/([^/?#]+?)(?:\.[A-Za-z0-9]+)?(?:[?#].*)?$'), address);
$$;
comment on function private.title_of_address(text) is 'The name of a file in an address, without its extension.';

create function private.copy_picture_prepare() returns void
language sql volatile security definer set search_path = ''
as $$
  -- A save gives addresses without a copy new attempts.
  with saved as (
    select n.ctid as place from private.picture_names n where not n.is_taken for update skip locked
  ), taken as (
    update private.picture_names n set is_taken = true from saved where n.ctid = saved.place
    returning n.address, n.ended_at
  ), copies as (
    insert into public.pictures as p (title, origin)
    select distinct private.title_of_address(address), address from taken where ended_at is null order by address
    on conflict (origin) do update set failure = null where p.original is null
    returning id
  )
  insert into private.jobs as j (kind, subject) select 'copy_picture', id from copies
  on conflict on constraint jobs_once do update set attempts = 0, due_at = now(), failure = null
  where j.failure is not null;
  -- A save that names the address again queues it again.
  delete from private.jobs where id in (
    select j.id from private.jobs j
    where j.kind = 'copy_picture' and j.due_at <= now() and not exists (
      select from public.pictures p join private.picture_names n on n.address = p.origin
      where p.id = j.subject and n.ended_at is null
    )
    for update skip locked
  );
$$;

create function private.copy_picture_input(subject uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('address', p.origin) from public.pictures p where p.id = subject;
$$;

create function private.copy_picture_done(subject uuid, result jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  content constant bytea := decode(result ->> 'data', 'base64');
  own_hash constant text := encode(sha256(content), 'hex');
  own_account uuid;
  lack text;
begin
  if not exists (select from private.picture_files f where f.hash = own_hash) then
    select n.account into own_account
    from public.pictures p join private.picture_names n on n.address = p.origin
    where p.id = subject and n.ended_at is null and n.account is not null order by n.relation, n.row_id limit 1;
    perform from private.room for update;
    lack := private.lack_of_room(own_account, octet_length(content));
    if lack is not null then
      return lack;
    end if;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes, account)
  values (own_hash, result ->> 'type', (result ->> 'width')::integer, (result ->> 'height')::integer, content, own_account)
  on conflict do nothing;
  update public.pictures p set
    original = f.hash, content_type = f.content_type, width = f.width, height = f.height, bytes = octet_length(content),
    failure = null
  from private.picture_files f where p.id = subject and f.hash = own_hash;
  insert into private.jobs (kind, subject) values ('size_copy', subject) on conflict on constraint jobs_once do nothing;
  return null;
end;
$$;

create function private.copy_picture_failed(subject uuid, failure text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.pictures p set failure = copy_picture_failed.failure where p.id = subject;
$$;

-- A kind of its own: programs of the release before look for what they claim as size_picture in the Storage.
create function private.size_copy_input(subject uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('picture', p.id) from public.pictures p where p.id = subject and p.original is not null;
$$;

create function private.size_copy_part(subject uuid, part jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.size_picture_part(subject, part);
$$;

create function private.size_copy_done(subject uuid, result jsonb) returns text
language sql volatile security definer set search_path = ''
as $$
  select private.size_picture_done(subject, result);
$$;

create function private.size_copy_failed(subject uuid, failure text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.size_picture_failed(subject, failure);
$$;

create function private.keep_named_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.picture_names n where n.address = old.origin and n.ended_at is null) then
    raise exception using errcode = 'PT400',
      message = 'Texts name the address of this picture: it is deleted 30 days after the last of them.';
  end if;
  return old;
end;
$$;

create trigger keep_named_copy before delete on public.pictures
  for each row when (old.origin is not null and auth.uid() is not null) execute function private.keep_named_copy();
create trigger queue_copy after insert on public.pictures
  for each row when (new.origin is not null) execute function private.queue_job('copy_picture');

-- Calls of shells.

create function shipping.claim_pictures(token text, most integer, is_tidying boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform shipping.expect_shell(token);
  if is_tidying then
    perform private.delete_unused_files();
  end if;
  select coalesce(jsonb_agg(
    jsonb_build_object('id', j.subject, 'address', j.input ->> 'address', 'attempt', j.attempt)
  ), '[]')
  into taken from private.take_jobs('copy_picture', most) j;
  return taken;
end;
$$;
comment on function shipping.claim_pictures(text, integer, boolean) is
  'For shells of the release before: claim_jobs for addresses of pictures, as [{id, address, attempt}].';
select private.expose('shipping.claim_pictures', 'anon', 'authenticated');

create function shipping.store_picture(token text, picture jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_shell(token);
  return private.finish_job('copy_picture', private.claim_by_subject('copy_picture', picture ->> 'id', picture));
end;
$$;
comment on function shipping.store_picture(text, jsonb) is
  'For shells of the release before: finish_job for a claim of claim_pictures, with {type, width, height, data} in base64 or {failure, isFinal}.';
select private.expose('shipping.store_picture', 'anon', 'authenticated');

create function shipping.read_picture(token text, hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.expect_shell(token);
  return (
    select jsonb_build_object('type', f.content_type, 'data', translate(encode(f.bytes, 'base64'), E'\n', ''))
    from private.picture_files f where f.hash = read_picture.hash
  );
end;
$$;
comment on function shipping.read_picture(text, text) is 'For shells: a copy as {type, data} with base64; null for an unknown hash.';
select private.expose('shipping.read_picture', 'anon', 'authenticated');

grant execute on function private.copies_of, public.picture_copies to anon, authenticated, service_role;
