-- Pages of the site, their addresses, and the links of menu and footer.

create table private.dismissed_links (
  remote text not null,
  address text not null,
  dismissed_at timestamptz not null default now(),
  primary key (remote, address)
);
comment on table private.dismissed_links is 'Links that remotes offer and staff did not take.';

alter table private.dismissed_links enable row level security;

-- Pages have addresses that nothing else has: the database refuses a page at an address of the platform or of a remote,
-- and a release at the address of a page.

create function private.fixed_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'admin', 'api', 'assets', 'auth', 'category', 'course-matrix', 'courses', 'functions', 'healthz', 'login', 'metrics',
    'online-courses', 'overrides', 'post', 'preview', 'readyz', 'reports', 'rest', 'seite-nicht-gefunden', 'suche',
    'vorschau', 'workshops'
  ];
$$;
comment on function private.fixed_addresses() is
  'First segments of addresses that the platform has or keeps free. A test compares them with what the shell serves.';

create function private.is_page_pattern(pattern text) returns boolean
language sql immutable set search_path = ''
as $$
  select pattern ~ '^/:[^/]+$';
$$;
comment on function private.is_page_pattern(text) is 'The pattern of all pages, such as /:slug, below every other one.';

create function private.has_address_of_page(pattern text, slug text) returns boolean
language sql immutable set search_path = ''
as $$
  -- /all/* matches /all, too.
  select not private.is_page_pattern(pattern) and shipping.patterns_meet('/' || slug, regexp_replace(pattern, '(.)/\*$', '\1'));
$$;
comment on function private.has_address_of_page(text, text) is 'Whether a pattern of a remote, but for that of all pages, matches a page''s address.';

create function private.fault_of_slug(slug text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner text;
begin
  if slug ~ '[.:*]' or slug like '\_%' then
    return format(
      'No page can be at /%s. Expected letters, digits and dashes: a dot, a colon, an asterisk or a _ at the beginning belongs to files and to the platform.',
      slug
    );
  end if;
  if lower(slug) = any (private.fixed_addresses()) then
    return format('The address /%s is the platform''s own. Expected another slug.', slug);
  end if;
  select c.owner into owner
  from (select * from shipping.claimed('routes') union select * from shipping.claimed('resources')) c
  where private.has_address_of_page(c.pattern, slug)
  limit 1;
  if owner is not null then
    return format('The address /%s belongs to %s. Expected another slug.', slug, owner);
  end if;
  return null;
end;
$$;
comment on function private.fault_of_slug(text) is 'Why no page may have this slug; null if one may.';

create function private.expect_free_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fault text;
begin
  -- A transition of the registry locks this row, too: the later of the two waits, and sees what the first one did.
  perform from shipping.registry_version for share;
  fault := private.fault_of_slug(new.slug);
  if fault is not null then
    -- The form shows the message at the field that the hint names.
    raise exception using errcode = 'PT400', message = fault, hint = 'slug';
  end if;
  return new;
end;
$$;

create function public.page_slugs() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by p.slug), '[]') from public.pages p where p.published_at <= now();
$$;
comment on function public.page_slugs() is 'The addresses of all public pages, so that a shell reads no other ones.';

create function private.place_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.page_id is not null then
    new.address := coalesce((select '/' || p.slug from public.pages p where p.id = new.page_id), new.address);
    new.label := coalesce(new.label, (select left(p.title, 60) from public.pages p where p.id = new.page_id));
  end if;
  if new.position is null or (tg_op = 'UPDATE' and new.place <> old.place) then
    new.position := (select coalesce(max(l.position), -1) + 1 from public.links l where l.place = new.place);
  end if;
  return new;
end;
$$;
comment on function private.place_link() is 'A new link, and one that changes its place, comes last. The address of a page''s link is the page''s, its first label the title.';

create function private.move_link_of_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.links l set address = '/' || new.slug where l.page_id = new.id;
  return null;
end;
$$;

create function public.save_page(record uuid, base timestamptz, columns jsonb) returns uuid
language sql volatile security invoker set search_path = ''
as $$
  select private.save_document('pages', record, base, columns);
$$;
comment on function public.save_page(uuid, timestamptz, jsonb) is
  'Stores a page with its link in one transaction: a new one for record null. 409 if its updated_at is no longer base, unless base is null. columns: its columns, and as links [{"place"}], or [] for none.';

create function public.reorder_links(place text, ids uuid[]) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  known bigint;
begin
  if place is null or place not in ('menu', 'footer') then
    raise exception using errcode = 'PT400', message = 'The place must be menu or footer.';
  elsif (select count(distinct i) from unnest(ids) i) <> cardinality(ids) then
    raise exception using errcode = 'PT400', message = 'A link is listed twice.';
  end if;
  -- Locked in the order of ids, so that two calls do not deadlock.
  select count(*) into known from (
    select from public.links l where l.place = reorder_links.place order by l.id for no key update
  ) locked;
  if known = 0 then
    raise exception using errcode = 'PT404', message = 'There is nothing to order.';
  end if;
  update public.links l set position = placed.position
  from (
    select o.id, row_number() over (order by listed.place nulls last, o.position, o.id) - 1 as position
    from public.links o left join unnest(ids) with ordinality as listed (id, place) on listed.id = o.id
    where o.place = reorder_links.place
  ) placed
  where placed.id = l.id and l.position <> placed.position;
end;
$$;
comment on function public.reorder_links(text, uuid[]) is
  'Orders the links of menu or footer by ids. position becomes 0 to n-1; links that ids lack follow the listed ones, other ids are ignored.';

create function private.offered_links() returns table (remote text, label text, place text, address text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select r.name, o.link ->> 'label', o.link ->> 'place', o.link ->> 'address'
    from shipping.remotes r
    join shipping.releases p on p.remote = r.name and p.version = r.live
    cross join lateral (select p.document -> 'link' as link) o
    where not r.is_retired and o.link is not null
      and not exists (select from public.links l where l.address = o.link ->> 'address')
      and not exists (
        select from private.dismissed_links d where d.remote = r.name and d.address = o.link ->> 'address'
      )
    order by r.name;
end;
$$;
comment on function private.offered_links() is
  'For staff: links that live remotes offer, without those that menu or footer have and those that were dismissed.';
select private.expose('offered_links', 'authenticated');

create function private.dismiss_link(remote text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if not exists (select from private.offered_links() o where (o.remote, o.address) = (dismiss_link.remote, dismiss_link.address)) then
    raise exception using errcode = 'PT404', message = format('%s does not offer %s any more.', remote, address);
  end if;
  insert into private.dismissed_links (remote, address) values (dismiss_link.remote, dismiss_link.address)
  on conflict do nothing;
end;
$$;
comment on function private.dismiss_link(text, text) is 'For staff: the offer of a remote is not shown any more.';
select private.expose('dismiss_link', 'authenticated');

-- The template of the privacy statement says how long rows are kept.

create function private.retention_periods() returns table (subject text, days integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query select r.subject, r.days from private.retention r order by r.subject;
end;
$$;
comment on function private.retention_periods() is 'For staff: for how many days rows with personal data are kept, by table.';
select private.expose('retention_periods', 'authenticated');

-- Links to addresses where a page could be and no public one is: whoever follows them finds nothing, or a placeholder.

create function private.links_without_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('link', named.id, 'slug', named.slug, 'page', p.id)), '[]')
    from (
      select l.id, substring(l.address from '^/([^/?#]+)/?(?:[?#].*)?$') as slug
      from public.links l where l.page_id is null
    ) named
    left join public.pages p on p.slug = named.slug
    where named.slug is not null and private.fault_of_slug(named.slug) is null
      and (p.published_at <= now()) is not true
  );
end;
$$;
comment on function private.links_without_page() is
  'Links whose address no public page has, though one may have it. page: the draft or scheduled page there. Staff only.';
select private.expose('links_without_page', 'authenticated');

create trigger expect_free_address_of_new before insert on public.pages
  for each row execute function private.expect_free_address();
create trigger expect_free_address before update of slug on public.pages
  for each row when (old.slug is distinct from new.slug) execute function private.expect_free_address();

create trigger place_link before insert or update on public.links
  for each row execute function private.place_link();

create trigger move_link_of_page after update of slug on public.pages
  for each row when (old.slug is distinct from new.slug) execute function private.move_link_of_page();

grant execute on function public.reorder_links, public.save_page to authenticated, service_role;
grant execute on function public.page_slugs to anon, authenticated, service_role;
