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
  'Links whose address is that of no public page and may be that of one, with its slug and, for a hidden page, its id.';

create function public.links_without_page() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.links_without_page();
$$;
comment on function public.links_without_page() is
  'Links whose address no public page has, though one may have it. page: the draft or scheduled page there. Staff only.';

revoke execute on function private.links_without_page, public.links_without_page from public, anon;
revoke execute on function public.links_without_page from service_role;
grant execute on function private.links_without_page, public.links_without_page to authenticated;
