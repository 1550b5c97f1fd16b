-- Hashes of changed texts.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_generated(post uuid, content text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  plain text;
  hash bytea;
  known bytea[];
begin
  if exists (select from private.generated_posts g where g.post = is_generated.post) then
    return true;
  -- The stored text needs no hash, which would cost most of a save of a long post.
  elsif not exists (select from private.generated_posts) or exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and p.content = is_generated.content
  ) then
    return false;
  end if;
  -- Once, not for each row of the comparison.
  plain := private.without_codes(content);
  hash := private.hash_with_codes(plain);
  known := array[hash, case when plain <> content then private.hash_with_codes(content) end];
  return exists (select from private.generated_posts g where g.hashes && known) and not exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and private.hash_of_content(p.content) = hash
  );
end;
$function$;

reset check_function_bodies;
