-- The shell serves its icon at the addresses that browsers and feed readers request without a link.

create or replace function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/assets/*', '/overrides', '/reports',
    '/preview/*', '/llms.txt', '/_data', '/_data/*', '/_pictures/*', '/_site/*'
  ];
$$;
