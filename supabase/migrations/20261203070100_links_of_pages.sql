-- Links of menu and footer are ordered; a page has one by page_id, whose address follows the page's slug.

alter table public.links
  add column page_id uuid unique references public.pages (id) on delete cascade;
alter table public.links alter column position drop default;
comment on column public.links.page_id is 'The page of this site that the link leads to. Its address follows the page''s slug.';
grant insert (page_id), update (page_id) on public.links to authenticated;

create function private.place_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.page_id is not null then
    new.address := coalesce((select '/' || p.slug from public.pages p where p.id = new.page_id), new.address);
  end if;
  if new.position is null or (tg_op = 'UPDATE' and new.place <> old.place) then
    new.position := (select coalesce(max(l.position), -1) + 1 from public.links l where l.place = new.place);
  end if;
  return new;
end;
$$;
comment on function private.place_link() is 'A new link, and one that changes its place, comes last. The address of a page''s link is the page''s.';
create trigger place_link before insert or update on public.links
  for each row execute function private.place_link();

create function private.move_link_of_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.links l set address = '/' || new.slug where l.page_id = new.id;
  return null;
end;
$$;
create trigger move_link_of_page after update of slug on public.pages
  for each row when (old.slug is distinct from new.slug) execute function private.move_link_of_page();

-- The link of a draft would say what the draft is about.
drop policy "Everybody reads links" on public.links;
create policy "Everybody reads links, but those of hidden pages" on public.links for select to anon, authenticated
  using (page_id is null or exists (select from public.pages p where p.id = page_id));

create or replace function public.read_site() returns jsonb
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
        -- Links of pages come and go with the publication of the page.
        when 'site' then (
          select md5(string_agg(l.id::text, ' ' order by l.id))
          from public.links l join public.pages p on p.id = l.page_id
          where p.published_at <= now()
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

create function public.save_page(record uuid, base timestamptz, columns jsonb) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  wanted constant text := columns #>> '{links,0,place}';
  saved public.pages;
begin
  if record is null then
    insert into public.pages (slug, title, description, content, published_at)
    select c.slug, c.title, c.description, c.content, c.published_at
    from jsonb_populate_record(null::public.pages, columns) c
    returning * into saved;
  else
    update public.pages p set (slug, title, description, content, published_at) = (
      select c.slug, c.title, c.description, c.content, c.published_at
      from jsonb_populate_record(null::public.pages, columns) c
    )
    where p.id = record and (base is null or p.updated_at = base)
    returning p.* into saved;
  end if;
  if saved.id is null and exists (select from public.pages p where p.id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif saved.id is null then
    raise exception using errcode = 'PT404', message = 'There is no such page.';
  end if;
  if wanted is null then
    delete from public.links l where l.page_id = saved.id;
  else
    update public.links l set place = wanted where l.page_id = saved.id and l.place <> wanted;
    insert into public.links (page_id, place, label, address, position)
    values (saved.id, wanted, left(saved.title, 60), '/' || saved.slug, null)
    on conflict (page_id) do nothing;
  end if;
  return saved.id;
end;
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

revoke execute on function private.place_link, private.move_link_of_page from public;
revoke execute on function public.save_page, public.reorder_links from public, anon;
grant execute on function public.save_page, public.reorder_links to authenticated, service_role;
