-- A house's network has no certificates: a site by http on a private address has its store there, too. Browsers check the
-- hash of each file in either case. A name begins with a letter: a number is an address of the internet (134744072 is 8.8.8.8).

create or replace function shipping.is_origin(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    address ~ '^(https://[A-Za-z0-9.-]+|http://(127\.0\.0\.1|localhost|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|[A-Za-z][A-Za-z0-9-]*|[A-Za-z0-9.-]+\.(local|lan|internal|home\.arpa)))(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?$'
      and address !~ '/\.\.?(/|$)',
    false
  );
$$;
comment on function shipping.is_origin(text) is
  'Whether an address may serve releases: https, or http on this machine or in a private network.';

alter table shipping.origins drop constraint origins_prefix;
-- The function is the one place that knows the form. It grants nobody a right to call it.
alter table shipping.origins add constraint origins_prefix check (shipping.is_origin(prefix) and prefix !~ '/$');
