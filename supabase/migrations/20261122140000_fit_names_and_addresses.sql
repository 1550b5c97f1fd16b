-- What comes back also fits rules from after its time: the address of an ad, the name of a category.

create function private.address_in_words(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when cleaned ~* '^https?://' then cleaned
    when cleaned ~ '^//' then coalesce('https://' || nullif(ltrim(cleaned, '/'), ''), '/')
    else coalesce(
      nullif(
        regexp_replace(substring(cleaned from '^[^?#]*'), '//+', '/', 'g')
          || coalesce(substring(cleaned from '[?#].*$'), ''),
        ''
      ),
      '/'
    )
  end
  from regexp_replace(translate(address, '\', '/'), '[[:cntrl:]]', '', 'g') as cleaned;
$$;
comment on function private.address_in_words(text) is
  'An address from before the rule of ads_cta_url_relative_or_http as that rule made it: as browsers read it, in words that say so.';

drop function private.free_slug(text, uuid, text);
create function private.free_text(relation text, key text, row_id uuid, wanted text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  candidate text := wanted;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from public.%I t where t.%I = $1 and t.id <> $2)', relation, key)
      into taken using candidate, row_id;
    exit when not taken;
    number := number + 1;
    candidate := wanted || case key when 'slug' then '-' else ' ' end || number;
  end loop;
  return candidate;
end;
$$;
comment on function private.free_text(text, text, uuid, text) is
  'A slug or name, or with the first number that makes it free for this row.';

create function private.fit_value(relation text, row_id uuid, key text, value text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key = 'slug' or key = 'name' and relation in ('workshop_categories', 'course_categories')
      then private.free_text(relation, key, row_id, value)
    when key = 'cta_url' then private.address_in_words(value)
    else value
  end;
$$;
comment on function private.fit_value(text, uuid, text, text) is 'A text of a row as it can be put back now.';

create or replace function private.fit_row(relation text, row_id uuid, inout state jsonb, out adjusted text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
  fitted text;
begin
  adjusted := '{}';
  foreach key in array array['category_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'user_id'] loop
    if state ->> key is not null and not private.reference_exists(relation, key, state) then
      state := jsonb_set(state, array[key], 'null');
      adjusted := adjusted || key;
    end if;
  end loop;
  foreach key in array array['slug', 'name', 'cta_url'] loop
    continue when state ->> key is null;
    fitted := private.fit_value(relation, row_id, key, state ->> key);
    if fitted <> state ->> key then
      state := jsonb_set(state, array[key], to_jsonb(fitted));
      adjusted := adjusted || key;
    end if;
  end loop;
  if relation = 'prompts' and (state ->> 'is_active')::boolean and exists (
    select from public.prompts p where p.is_active and p.workflow_type = state ->> 'workflow_type' and p.id <> row_id
  ) then
    state := jsonb_set(state, '{is_active}', 'false');
    adjusted := adjusted || array['is_active'];
  end if;
end;
$$;
comment on function private.fit_row(text, uuid, jsonb) is
  'A state as it can be put back now: references to what is gone are empty, a taken slug or name has a number, an address is in words of today, a prompt does not push out the active one. adjusted: the columns that differ.';

revoke execute on function
  private.address_in_words(text), private.free_text(text, text, uuid, text),
  private.fit_value(text, uuid, text, text) from public;
