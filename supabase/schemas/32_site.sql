-- The site as data: its name, colours and formats, its menu and footer, and pages of its own.

create table public.site (
  id uuid primary key default '00000000-0000-4000-8000-000000000001'
    constraint site_one_row check (id = '00000000-0000-4000-8000-000000000001'),
  name text collate "de-x-icu" not null constraint site_name_not_blank check (name ~ '\S' and length(name) <= 80),
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
  updated_at timestamptz not null default now(),
  skipped_steps text[] not null default '{}'
  constraint site_skipped_steps_known
    check (skipped_steps <@ array['name', 'colors', 'imprint', 'post', 'invitation']),
  workshops_intro text not null
    default 'Vom ersten Ausprobieren bis zur gemeinsamen Spielregel: Wir kommen in Ihr Haus und arbeiten an Ihren Aufgaben.'
    constraint site_workshops_intro_length check (length(workshops_intro) <= 400),
  courses_intro text not null
    default 'Lektion für Lektion im eigenen Tempo: lesen, zuschauen, gleich am eigenen Kurs ausprobieren.'
    constraint site_courses_intro_length check (length(courses_intro) <= 400),
  matrix_title text not null default 'Workshop Program: AI in Adult Education'
    constraint site_matrix_title_length check (btrim(matrix_title) <> '' and length(matrix_title) <= 120),
  reading_since timestamptz
);
comment on table public.site is 'The site: one row, which every page reads.';
comment on column public.site.logo is 'A PNG or SVG image as a data URL. Pages show it as an image, which runs no scripts.';
comment on column public.site.brand_color is 'As #rrggbb. The palette of the light and the dark scheme follows from it and from accent_color.';
comment on column public.site.language is 'Language of the texts (ISO 639), the document''s lang.';
comment on column public.site.locale is 'Language and region of formats, such as de-CH.';
comment on column public.site.currency is 'ISO 4217.';
comment on column public.site.country is 'ISO 3166; decides which templates of legal pages are offered.';
comment on column public.site.skipped_steps is 'First steps that staff declared not needed: name, colors, imprint, post, invitation.';
comment on column public.site.workshops_intro is 'Below the heading of /workshops; an empty text shows nothing.';
comment on column public.site.courses_intro is 'Below the heading of /online-courses; an empty text shows nothing.';
comment on column public.site.matrix_title is 'Heading and title of /course-matrix.';
comment on column public.site.reading_since is
  'Texts that were last changed before are compared with how Markdown was read then; null once staff dismissed the list.';

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique
    constraint pages_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  title text collate "de-x-icu" not null constraint pages_title_not_blank check (title ~ '\S'),
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
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  page_id uuid unique references public.pages (id) on delete cascade
);
comment on table public.links is 'Links of menu and footer, in the order of position.';
comment on column public.links.address is 'A path of this site, or an http or https address.';
comment on column public.links.page_id is 'The page of this site that the link leads to. Its address follows the page''s slug.';

create index links_in_order on public.links (place, position, id);

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

create policy "Staff add links" on public.links
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change links" on public.links
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete links" on public.links
  for delete to authenticated using ((select private.is_staff()));
create policy "Everybody reads links, but those of hidden pages" on public.links for select to anon, authenticated
  using (page_id is null or exists (select from public.pages p where p.id = page_id));

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

create function public.read_site() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select to_jsonb(s) - array['id', 'created_at', 'updated_at'] || (
    select jsonb_object_agg(places.place, (
      select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'address', l.address) order by l.position, l.id), '[]')
      from public.links l
      where l.place = places.place and (
        l.page_id is null
        or exists (select from public.pages p where p.id = l.page_id and p.published_at <= now())
      )
    ))
    from unnest(array['menu', 'footer']) places (place)
  )
  from public.site s;
$$;
comment on function public.read_site() is
  'The site with the links of menu and footer, in order; those of pages once the page is public.';

create function private.first_steps() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return (
    select jsonb_build_object(
      'skipped', to_jsonb(s.skipped_steps),
      'done', to_jsonb(array_remove(array[
        -- The values of private.put_first_site.
        case when s.name <> 'KI-Lernplattform' then 'name' end,
        case when lower(s.brand_color) <> '#2347c5' or lower(s.accent_color) <> '#ff9a62' then 'colors' end,
        case when exists (
          select from public.pages p where p.slug = 'impressum' and p.published_at <= now()
        ) then 'imprint' end,
        case when exists (select from public.posts p where p.published_at <= now()) then 'post' end,
        case when (select count(*) > 1 from private.staff) or exists (
          select from private.invitations i
          where not i.by_start and i.accepted_at is null and i.expires_at > now()
        ) then 'invitation' end
      ], null))
    )
    from public.site s
  );
end;
$$;
comment on function private.first_steps() is 'Which first steps of a new site are done, and which are not needed. Staff only.';
-- For earlier releases of mf-admin: the dashboard reads what_waits.
select private.expose('first_steps', 'authenticated');

create function private.skip_first_steps(steps text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  update public.site s
  set skipped_steps = (select array_agg(distinct step order by step) from unnest(s.skipped_steps || steps) step)
  where not steps <@ s.skipped_steps;
end;
$$;
comment on function private.skip_first_steps(text[]) is 'Declares first steps not needed, for everybody. Staff only.';
select private.expose('skip_first_steps', 'authenticated');

select private.put_first_site();

grant select on public.links, public.pages, public.site to anon;
grant select, insert (place, label, address, position, page_id), update (place, label, address, position, page_id),
  delete on public.links to authenticated;
grant select, insert (slug, title, description, content, published_at), update (slug, title, description, content,
  published_at), delete on public.pages to authenticated;
grant select, insert, update, delete on public.links, public.pages to service_role;
grant select, update (name, short_name, claim, description, logo, brand_color, accent_color, language, locale,
  currency, time_zone, legal_name, responsible_person, contact_email, phone, street, postal_code, city, country,
  register_entry, vat_id, social_links, skipped_steps, workshops_intro, courses_intro, matrix_title, reading_since) on
  public.site to authenticated;
grant select, update on public.site to service_role;
grant execute on function public.read_site to anon, authenticated, service_role;
