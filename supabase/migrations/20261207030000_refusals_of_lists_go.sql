-- Lists offer every act and show why the database refused one, so that nothing asks beforehand which acts a role allows.

-- It stays callable and refuses nothing, because releases of mf-admin that call it may be live or one to go back to. They
-- show enabled buttons then. A later migration drops it.
create or replace function public.refusals(kinds text[], records uuid[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select '{}'::jsonb;
$$;
comment on function public.refusals(text[], uuid[]) is
  'An empty object: for earlier releases of mf-admin, which disabled what it named.';

drop function private.refusals(text[], uuid[]);
drop function private.refusals_of_row(text, text, jsonb);
