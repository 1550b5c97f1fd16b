-- Content version: lets a server know whether a page that it rendered still shows what the database holds.

create function public.content_version() returns text
  language sql stable set search_path = ''
as $$
  -- Every transaction that writes gets an id: two equal snapshots see the same rows. What becomes public
  -- by the passing of time alone is in the newest moment of publication that has passed.
  select pg_catalog.concat_ws(
    '/',
    pg_catalog.pg_current_snapshot(),
    (select pg_catalog.max(published_at) from public.posts where published_at <= pg_catalog.now())
  );
$$;
comment on function public.content_version() is
  'An opaque text that differs whenever what visitors can read may differ. Equal texts mean equal content.';

revoke all on function public.content_version() from public;
grant execute on function public.content_version() to anon, authenticated, service_role;
