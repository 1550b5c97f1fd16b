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

create trigger expect_free_address_of_new before insert on public.pages
  for each row execute function private.expect_free_address();
create trigger expect_free_address before update of slug on public.pages
  for each row when (old.slug is distinct from new.slug) execute function private.expect_free_address();

-- The placeholders of the specification are no addresses of the shell any more: mf-blog has them among its pages.
create or replace function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/assets/*', '/overrides', '/reports'
  ];
$$;

create or replace function shipping.expect_no_clash(remote text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  clash text;
begin
  with pages as materialized (select * from shipping.claimed('routes')),
    resources as materialized (select * from shipping.claimed('resources')),
    own as (select owner, pattern from pages union select owner, pattern from resources),
    clashes as (
      select format('%s claims %s, but the shell itself answers %s', o.owner, o.pattern, s.address) as clash
      from own o join unnest(shipping.shell_addresses()) s (address) on shipping.patterns_meet(s.address, o.pattern)
      where o.owner = remote and not private.is_page_pattern(o.pattern)
      union all
      select format('%s claims %s, which %s owns%s', o.owner, o.pattern, other.owner,
        case when other.pattern <> o.pattern then ' as ' || other.pattern else '' end)
      from (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) o join (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) other on other.what = o.what and other.owner <> o.owner and shipping.patterns_clash(o.pattern, other.pattern)
      where o.owner = remote
      union all
      select format('%s claims %s, but %s''s page %s is answered there', r.owner, r.pattern, p.owner, p.pattern)
      from resources r join pages p on remote in (r.owner, p.owner) and shipping.patterns_meet(r.pattern, p.pattern)
      where not private.is_page_pattern(p.pattern)
      union all
      select format('%s claims %s, but the page “%s” has the address /%s', o.owner, o.pattern, g.title, g.slug)
      from own o join public.pages g on private.has_address_of_page(o.pattern, g.slug)
      where o.owner = remote
    )
  select c.clash into clash from clashes c limit 1;
  if clash is not null then
    raise exception using errcode = 'PT409', message = clash;
  end if;
end;
$$;
comment on function shipping.expect_no_clash(text) is
  'Refuses a remote that claims an address of the shell, of another remote or of a page.';

create function public.page_slugs() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by p.slug), '[]') from public.pages p where p.published_at <= now();
$$;
comment on function public.page_slugs() is 'The addresses of all public pages, so that a shell reads no other ones.';

revoke execute on function private.fixed_addresses, private.is_page_pattern, private.has_address_of_page,
  private.fault_of_slug, private.expect_free_address from public;
revoke execute on function public.page_slugs from public;
grant execute on function public.page_slugs to anon, authenticated, service_role;
