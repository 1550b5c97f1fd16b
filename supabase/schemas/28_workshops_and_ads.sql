-- Workshops and their categories.

create table public.workshop_categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "de-x-icu" not null unique constraint workshop_categories_name_not_blank check (name ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.workshop_categories is 'Categories of workshops.';

create table public.workshops (
  id uuid primary key default gen_random_uuid(),
  title text collate "de-x-icu" not null constraint workshops_title_not_blank check (title ~ '\S'),
  subtitle text not null default '',
  description text not null default '',
  content text not null default '',
  learning_objectives text not null default '',
  max_participants integer not null default 0
    constraint workshops_max_participants_not_negative check (max_participants >= 0),
  duration time(0) not null default '00:00:00' constraint workshops_duration_below_a_day check (duration < '24:00:00'),
  workshop_category_id uuid references public.workshop_categories (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture uuid
);
comment on table public.workshops is 'Workshops on offer; all of them are public.';
comment on column public.workshops.content is 'Markdown.';
comment on column public.workshops.learning_objectives is 'Markdown.';
comment on column public.workshops.duration is 'HH:MM:SS, up to 23:59:59.';
comment on column public.workshops.picture is 'A picture of the library.';

-- Ads: banners that promote a workshop, a course or nothing in particular.

create table public.ads (
  id uuid primary key default gen_random_uuid(),
  title text collate "de-x-icu" not null constraint ads_title_not_blank check (title ~ '\S'),
  subtitle text not null constraint ads_subtitle_not_blank check (subtitle ~ '\S'),
  description text not null constraint ads_description_not_blank check (description ~ '\S'),
  cta_text text not null default 'Get Started Today' constraint ads_cta_text_not_blank check (cta_text ~ '\S'),
  cta_url text not null
    constraint ads_cta_url_relative_or_http check (
      cta_url !~ '[\\[:cntrl:]]'
      and (
        cta_url ~* '^https?://\S+$'
        or (cta_url <> '' and cta_url ~ '^[^:/?#[:space:]]*([/?#]\S*)?$' and cta_url !~ '^[^?#]*//')
      )
    ),
  type text not null default 'team' constraint ads_type_not_blank check (type ~ '\S'),
  offer_id uuid,
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ads is 'Advertisement banners; the active ones are public.';
comment on column public.ads.cta_url is
  'An http or https address, or one of this site: without // in its path, backslashes or control characters. shared/format/address.ts checks the same.';
comment on column public.ads.type is 'team promotes a workshop, everything else a course. Not enumerated: individual and other are both in use.';
comment on column public.ads.offer_id is
  'A workshop for type team, else a course; null for no offer. No foreign key, since it refers to two tables: a missing offer counts as none.';

create index workshops_newest on public.workshops (created_at desc, id);
create index workshops_of_category on public.workshops (workshop_category_id);
create index ads_newest on public.ads (created_at desc, id);

alter table public.workshop_categories enable row level security;
alter table public.workshops enable row level security;
alter table public.ads enable row level security;

create policy "Everybody reads workshop categories" on public.workshop_categories
  for select to anon, authenticated using (true);
create policy "Staff add workshop categories" on public.workshop_categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change workshop categories" on public.workshop_categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete workshop categories" on public.workshop_categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Everybody reads workshops" on public.workshops
  for select to anon, authenticated using (true);
create policy "Staff add workshops" on public.workshops
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change workshops" on public.workshops
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete workshops" on public.workshops
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read active ads" on public.ads
  for select to anon using (is_active);
create policy "Signed-in users read active ads, staff all ads" on public.ads
  for select to authenticated using (is_active or (select private.is_staff()));
create policy "Staff add ads" on public.ads
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change ads" on public.ads
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete ads" on public.ads
  for delete to authenticated using ((select private.is_staff()));

create view public.shown_ads with (security_invoker = true) as
select
  a.id, a.type, a.subtitle, a.description, a.cta_text, a.cta_url,
  case
    when a.type = 'team' then (select w.title from public.workshops w where w.id = a.offer_id)
    else (select c.title from public.courses c where c.id = a.offer_id and c.is_published)
  end as offer_title
from public.ads a
where a.is_active;
comment on view public.shown_ads is 'Active ads, the same for everybody. offer_title is null without a public offer.';

grant all on public.ads, public.workshop_categories, public.workshops to service_role;
grant select on public.ads, public.shown_ads, public.workshop_categories, public.workshops to anon;
grant select on public.shown_ads to authenticated, service_role;
grant select, insert (name), update (name), delete on public.workshop_categories to authenticated;
grant select, insert (title, subtitle, description, content, learning_objectives, max_participants, duration,
  workshop_category_id, picture), update (title, subtitle, description, content, learning_objectives,
  max_participants, duration, workshop_category_id, picture), delete on public.workshops to authenticated;
grant select, insert (title, subtitle, description, cta_text, cta_url, type, offer_id, is_active), update (title,
  subtitle, description, cta_text, cta_url, type, offer_id, is_active), delete on public.ads to authenticated;
