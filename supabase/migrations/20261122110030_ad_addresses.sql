-- Where an ad leads: `//host` counted as relative to this site, though browsers take it for another one.

alter table public.ads drop constraint ads_cta_url_relative_or_http;

-- What stands there already becomes what browsers made of it, in words that say so: backslashes are slashes, control
-- characters are nothing, and `//host` is https. A path with empty parts led nowhere: it loses them.
update public.ads
set cta_url = read.address
from (
  select
    ad.id,
    case
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
    end as address
  from public.ads ad
  cross join lateral regexp_replace(translate(ad.cta_url, '\', '/'), '[[:cntrl:]]', '', 'g') as cleaned
) read
where read.id = ads.id and read.address <> ads.cta_url;

alter table public.ads add constraint ads_cta_url_relative_or_http check (
  cta_url !~ '[\\[:cntrl:]]'
  and (
    cta_url ~* '^https?://\S+$'
    or (cta_url <> '' and cta_url ~ '^[^:/?#[:space:]]*([/?#]\S*)?$' and cta_url !~ '^[^?#]*//')
  )
);
comment on column public.ads.cta_url is
  'An http or https address, or one of this site: without // in its path, backslashes or control characters. As shared/format/address.ts.';
