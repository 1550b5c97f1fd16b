-- The site as data: its name, colours and formats, its menu and footer, and pages of its own.

create table public.site (
  id uuid primary key default '00000000-0000-4000-8000-000000000001'
    constraint site_one_row check (id = '00000000-0000-4000-8000-000000000001'),
  name text not null constraint site_name_not_blank check (name ~ '\S' and length(name) <= 80),
  short_name text not null constraint site_short_name_not_blank check (short_name ~ '\S' and length(short_name) <= 40),
  claim text not null default '',
  description text not null default '',
  logo text constraint site_logo_shape
    check (logo ~ '^data:image/(png|svg\+xml);base64,[A-Za-z0-9+/]+=*$' and length(logo) <= 300000),
  brand_color text not null constraint site_brand_color_shape check (brand_color ~* '^#[0-9a-f]{6}$'),
  accent_color text not null constraint site_accent_color_shape check (accent_color ~* '^#[0-9a-f]{6}$'),
  language text not null constraint site_language_shape check (language ~ '^[a-z]{2,3}$'),
  locale text not null constraint site_locale_shape check (locale ~ '^[a-z]{2,3}-[A-Z]{2}$'),
  currency text not null constraint site_currency_shape check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null
    constraint site_time_zone_shape check (time_zone ~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$')
    constraint site_time_zone_known check ((timestamptz '2000-01-01' at time zone time_zone) is not null),
  legal_name text not null default '',
  responsible_person text not null default '',
  contact_email text not null default ''
    constraint site_contact_email_shape check (contact_email ~ '^([^@[:space:]]+@[^@[:space:]]+)?$'),
  phone text not null default '',
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  country text not null default 'CH' constraint site_country_shape check (country ~ '^[A-Z]{2}$'),
  register_entry text not null default '',
  vat_id text not null default '',
  social_links text[] not null default '{}'
    constraint site_social_links_shape check (array_to_string(social_links, ' ') ~* '^(https://\S+( https://\S+)*)?$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.site is 'The site: one row, which every page reads.';
comment on column public.site.logo is 'A PNG or SVG image as a data URL. Pages show it as an image, which runs no scripts.';
comment on column public.site.brand_color is 'As #rrggbb. The palette of the light and the dark scheme follows from it and from accent_color.';
comment on column public.site.language is 'Language of the texts (ISO 639), the document''s lang.';
comment on column public.site.locale is 'Language and region of formats, such as de-CH.';
comment on column public.site.currency is 'ISO 4217.';
comment on column public.site.country is 'ISO 3166; decides which templates of legal pages are offered.';

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique
    constraint pages_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  title text not null constraint pages_title_not_blank check (title ~ '\S'),
  description text not null default '',
  content text not null constraint pages_content_not_blank check (content ~ '\S'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.pages is 'Pages of the site at /{slug}, public from published_at on.';
comment on column public.pages.content is 'Markdown.';
comment on column public.pages.published_at is 'Null for a draft, in the future for a scheduled page.';

create table public.links (
  id uuid primary key default gen_random_uuid(),
  place text not null constraint links_place check (place in ('menu', 'footer')),
  label text not null constraint links_label_not_blank check (label ~ '\S' and length(label) <= 60),
  address text not null constraint links_address_relative_or_http check (
    address !~ '[\\[:cntrl:]]' and (address ~* '^https?://\S+$' or address ~ '^/([^/[:space:]]\S*)?$')
  ),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.links is 'Links of menu and footer, in the order of position.';
comment on column public.links.address is 'A path of this site, or an http or https address.';

create index links_in_order on public.links (place, position, id);

create trigger touch_updated_at before update on public.site
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.pages
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.links
  for each row execute function private.touch_updated_at();

alter table public.site enable row level security;
alter table public.pages enable row level security;
alter table public.links enable row level security;

create policy "Everybody reads the site" on public.site
  for select to anon, authenticated using (true);
create policy "Staff change the site" on public.site
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Visitors read published pages" on public.pages
  for select to anon using (published_at <= now());
create policy "Signed-in users read published pages, staff all pages" on public.pages
  for select to authenticated using (published_at <= now() or (select private.is_staff()));
create policy "Staff add pages" on public.pages
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change pages" on public.pages
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete pages" on public.pages
  for delete to authenticated using ((select private.is_staff()));

create policy "Everybody reads links" on public.links
  for select to anon, authenticated using (true);
create policy "Staff add links" on public.links
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change links" on public.links
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete links" on public.links
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.site, public.pages, public.links from public, anon, authenticated, service_role;
grant select on public.site, public.pages, public.links to anon, authenticated;
grant update (
  name, short_name, claim, description, logo, brand_color, accent_color, language, locale, currency, time_zone,
  legal_name, responsible_person, contact_email, phone, street, postal_code, city, country, register_entry, vat_id,
  social_links
) on public.site to authenticated;
grant
  insert (slug, title, description, content, published_at),
  update (slug, title, description, content, published_at),
  delete
  on public.pages to authenticated;
grant insert (place, label, address, position), update (place, label, address, position), delete
  on public.links to authenticated;
grant select, update on public.site to service_role;
grant select, insert, update, delete on public.pages, public.links to service_role;

-- The specification's public links and the name the product began with. Tests go back to them.
create function private.put_first_site() returns void
language sql volatile set search_path = ''
as $$
  insert into public.site (
    name, short_name, claim, description, brand_color, accent_color, language, locale, currency, time_zone
  ) values (
    'KI-Lernplattform', 'KI-Lernplattform',
    'Künstliche Intelligenz in der Erwachsenenbildung: verstehen, ausprobieren, verantworten.',
    'Künstliche Intelligenz in der Erwachsenenbildung: Beiträge, Workshops und Online-Kurse für alle, die andere unterrichten.',
    '#2347c5', '#ff9a62', 'de', 'de-CH', 'CHF', 'Europe/Zurich'
  );
  insert into public.links (place, label, address, position) values
    ('menu', 'HOME', '/', 0),
    ('menu', 'WORKSHOPS', '/workshops', 1),
    ('menu', 'ONLINE COURSES', '/online-courses', 2),
    ('menu', 'COURSE MATRIX', '/course-matrix', 3),
    ('menu', 'ELEMENTE/KI', '/elemente', 4),
    ('menu', 'CHATGPT LERNZIELE/KI', '/chatgpt-lernziele', 5);
$$;
comment on function private.put_first_site() is 'What an empty database begins with.';

select private.put_first_site();

select private.watch_content('public.site', 'site');
select private.watch_content('public.links', 'site');
select private.watch_content('public.pages', 'pages', 'r.published_at');

do $$
declare
  relation text;
begin
  foreach relation in array array['site', 'pages', 'links'] loop
    execute format(
      'create trigger record_in_trail after insert or update on public.%I
         for each row execute function private.record_in_trail(''updated_at'')', relation
    );
    execute format(
      'create trigger record_deletion_in_trail before delete on public.%I
         for each row execute function private.record_in_trail(''updated_at'')', relation
    );
  end loop;
end;
$$;

create or replace function private.content_versions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(t.topic, concat_ws(
      '/',
      t.version,
      case t.topic
        -- Scheduled posts and pages become public without a write.
        when 'posts' then (
          select extract(epoch from max(p.published_at))::text from public.posts p where p.published_at <= now()
        )
        when 'pages' then (
          select extract(epoch from max(p.published_at))::text from public.pages p where p.published_at <= now()
        )
        -- Ads show titles of offers, which are in other tables. They are read here, so that the order of writes does
        -- not matter.
        when 'ads' then (select md5(jsonb_agg(a.offer_title order by a.id)::text) from public.shown_ads a)
      end
    ))
    from private.content_topics t
  );
end;
$$;

create function public.read_site() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select to_jsonb(s) - array['id', 'created_at', 'updated_at'] || jsonb_build_object(
    'menu', (
      select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'address', l.address) order by l.position, l.id), '[]')
      from public.links l where l.place = 'menu'
    ),
    'footer', (
      select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'address', l.address) order by l.position, l.id), '[]')
      from public.links l where l.place = 'footer'
    )
  )
  from public.site s;
$$;
comment on function public.read_site() is 'The site with the links of menu and footer, in order.';

revoke execute on function private.put_first_site from public;
revoke execute on function public.read_site from public;
grant execute on function public.read_site to anon, authenticated, service_role;
