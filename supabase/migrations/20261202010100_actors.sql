-- The trail stores accounts by id only. Whoever reads it gets the address of the account, which the auth service keeps
-- unique, and beside it the name that the account gave itself. Where a name was copied from an account, this is noted.

create function private.person(account uuid) returns table (address text, name text)
language sql stable security definer set search_path = ''
as $$
  select
    u.email::text,
    coalesce(
      nullif(trim(u.raw_user_meta_data ->> 'display_name'), ''), nullif(trim(u.raw_user_meta_data ->> 'full_name'), '')
    )
  from auth.users u where u.id = account and (select private.is_staff());
$$;
comment on function private.person(uuid) is
  'For staff: the address of an account and the name that it gave itself, which is no proof. No row once the account is deleted.';

drop function public.history(uuid, bigint, integer);
drop function public.trash(integer, integer);

create function public.history(record uuid, before_entry bigint default null, size integer default 20)
returns table (
  act uuid, happened_at timestamptz, actor_id uuid, actor_address text, actor_name text, last_entry bigint,
  entry_count bigint, entries jsonb
)
language sql stable security invoker set search_path = ''
as $$
  with acts as (
    select t.act, max(t.id) as last_entry, count(*) as entry_count
    from public.trail t
    where t.record_id = record or t.row_id = record
    group by t.act
    having before_entry is null or max(t.id) < before_entry
    order by last_entry desc
    limit least(greatest(size, 0), 100)
  )
  select
    a.act, newest.happened_at, newest.actor_id, actor.address, actor.name, a.last_entry, a.entry_count, listed.entries
  from acts a
  join public.trail newest on newest.id = a.last_entry
  left join lateral private.person(newest.actor_id) actor on true
  cross join lateral (
    select jsonb_agg(
      jsonb_build_object(
        'id', e.id, 'operation', e.operation, 'relation', e.relation, 'title', e.title,
        'changed', case when e.operation = 'update' then (select jsonb_agg(k order by k) from jsonb_object_keys(e.before) k) else '[]' end
      ) order by e.id
    ) as entries
    from (
      select t.* from public.trail t
      where t.act = a.act and (t.record_id = record or t.row_id = record)
      order by t.id limit 50
    ) e
  ) listed
  order by a.last_entry desc;
$$;
comment on function public.history(uuid, bigint, integer) is
  'The change sets of a record, newest first; those of a course include its modules and lessons. entries: the first 50 writes of each change set, without the texts. For older ones set before_entry to the last_entry of the oldest known one. actor_address: null once the account actor_id is deleted.';

create function public.trash(page integer default 1, size integer default 100)
returns table (
  row_id uuid, relation text, title text, happened_at timestamptz, actor_id uuid, actor_address text,
  module_count bigint, lesson_count bigint, total bigint
)
language sql stable security invoker set search_path = ''
as $$
  with deleted as (
    select t.id, t.act, t.row_id, t.relation, t.title, t.happened_at, t.actor_id
    from public.trail t
    where t.operation = 'delete' and t.happened_at > now() - interval '30 days'
      -- A restored row has a later entry, and so has one that was deleted again.
      and not exists (select from public.trail l where l.row_id = t.row_id and l.id > t.id)
      -- Rows that were deleted by cascade belong to their parent.
      and not exists (
        select from public.trail p where p.act = t.act and p.row_id = t.parent_id and p.operation = 'delete'
      )
  )
  select
    d.row_id, d.relation, d.title, d.happened_at, d.actor_id,
    (select p.address from private.person(d.actor_id) p),
    (select count(*) from public.trail m where m.act = d.act and m.operation = 'delete' and m.parent_id = d.row_id and m.relation = 'modules'),
    (
      select count(*) from public.trail l
      where l.act = d.act and l.operation = 'delete' and l.relation = 'lessons' and l.row_id <> d.row_id
        and (l.parent_id = d.row_id or l.record_id = d.row_id)
    ),
    count(*) over ()
  from deleted d
  order by d.id desc
  limit least(greatest(size, 0), 100) offset (greatest(page, 1) - 1) * least(greatest(size, 0), 100);
$$;
comment on function public.trash(integer, integer) is
  'Rows that were deleted in the last 30 days and not restored, newest first. Modules and lessons that were deleted by cascade belong to their parent. total counts all pages.';

-- The author of a post is a text. Posts stay when an account is deleted, and lose this text if it was its name.
create table private.bylines (
  post uuid not null,
  account uuid not null references auth.users (id) on delete cascade,
  name text not null,
  primary key (post, account, name)
);
comment on table private.bylines is 'Authors of posts that are the name of the account that wrote them.';
comment on column private.bylines.post is 'Also one in the trash.';
create index bylines_account on private.bylines (account);
alter table private.bylines enable row level security;
revoke all on private.bylines from public, anon, authenticated, service_role;

create function private.is_name_of(account uuid, text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u where u.id = account and lower(trim($2)) = any (array[
      lower(trim(u.raw_user_meta_data ->> 'display_name')), lower(trim(u.raw_user_meta_data ->> 'full_name')),
      lower(u.email), lower(split_part(u.email, '@', 1))
    ])
  );
$$;
comment on function private.is_name_of(uuid, text) is 'Whether a text is a name that the interface makes from an account.';

create function private.note_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_name_of((select auth.uid()), new.author) then
    insert into private.bylines (post, account, name) values (new.id, (select auth.uid()), new.author)
    on conflict do nothing;
  end if;
  return null;
end;
$$;
create trigger note_byline after insert or update of author on public.posts
  for each row execute function private.note_byline();

insert into private.bylines (post, account, name)
select distinct t.row_id, t.actor_id, t.after ->> 'author' from public.trail t
where t.relation = 'posts' and private.is_name_of(t.actor_id, t.after ->> 'author');

alter table public.trail drop column actor_name;
comment on column public.trail.actor_id is
  'The account that wrote; null for SQL and secret keys. The account may be deleted: then nothing says whose it was.';
drop function private.name_of_account(uuid);

revoke execute on function private.person, private.is_name_of, private.note_byline from public;
revoke execute on function public.history, public.trash from public, anon;
grant execute on function private.person, public.history, public.trash to authenticated, service_role;
