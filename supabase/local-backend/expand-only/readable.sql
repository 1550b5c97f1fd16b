-- What the API can read in the schema public, and which roles may, as one JSON document. Run by readable.ts.

with roles (role) as (values ('anon'), ('authenticated')),
types as (
  select t.oid, case
    when t.typname in ('json', 'jsonb') then 'json'
    when t.typcategory = 'N' then 'a number'
    when t.typcategory = 'B' then 'a boolean'
    when t.typcategory = 'A' then 'a list'
    when t.typcategory = 'C' or t.typname = 'record' then 'a row'
    when t.typname = 'void' then 'nothing'
    else 'a text'
  end as kind
  from pg_catalog.pg_type t
),
columns as (
  select c.relname, a.attname, y.kind, array(
    select r.role from roles r
    where pg_catalog.has_column_privilege(r.role, c.oid, a.attnum, 'select')
      -- Without a policy for reading, a role sees no row.
      and (not c.relrowsecurity or exists (
        select from pg_catalog.pg_policy p
        where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*') and exists (
          select from unnest(p.polroles) member
          where member = 0 or pg_catalog.pg_has_role(r.role, member, 'usage')
        )
      ))
    order by r.role
  ) as readers
  from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join types y on y.oid = a.atttypid
  where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
),
parameters as (
  select named.*, count(*) filter (where mode in ('i', 'b', 'v')) over (partition by oid order by place) as input
  from (
    select p.oid, place, type, coalesce(p.proargnames[place::integer], '') as name,
      coalesce(p.proargmodes[place::integer], 'i') as mode
    from pg_catalog.pg_proc p,
      unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as given (type, place)
    where p.pronamespace = 'public'::pg_catalog.regnamespace
  ) named
),
functions as (
  select p.proname,
    array(select q.name from parameters q where q.oid = p.oid and q.mode in ('i', 'b', 'v') order by q.place) as arguments,
    array(
      select q.name from parameters q
      where q.oid = p.oid and q.mode in ('i', 'b', 'v') and q.input <= p.pronargs - p.pronargdefaults order by q.place
    ) as required,
    concat(case when p.proretset then 'rows of ' end, y.kind) as result,
    coalesce(
      (
        select jsonb_object_agg(q.name, k.kind) from parameters q join types k on k.oid = q.type
        where q.oid = p.oid and q.mode in ('o', 'b', 't') and q.name <> ''
      ),
      (
        select jsonb_object_agg(a.attname, k.kind)
        from pg_catalog.pg_type t
        join pg_catalog.pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
        join types k on k.oid = a.atttypid
        where t.oid = p.prorettype and t.typrelid <> 0
      ),
      '{}'
    ) as columns,
    array(
      select r.role from roles r where pg_catalog.has_function_privilege(r.role, p.oid, 'execute') order by r.role
    ) as callers
  from pg_catalog.pg_proc p join types y on y.oid = p.prorettype
  where p.pronamespace = 'public'::pg_catalog.regnamespace and p.prokind = 'f'
),
keys as (
  select distinct one.relname as one, other.relname as other
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class one on one.oid = k.conrelid
  join pg_catalog.pg_class other on other.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::pg_catalog.regnamespace
)
select jsonb_build_object(
  'columns', (
    select coalesce(jsonb_agg(jsonb_build_object('table', relname, 'name', attname, 'kind', kind, 'roles', readers)), '[]')
    from columns
  ),
  'functions', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', proname, 'arguments', arguments, 'required', required, 'result', result, 'columns', columns, 'roles', callers
    )), '[]')
    from functions
  ),
  'keys', (select coalesce(jsonb_agg(jsonb_build_array(one, other)), '[]') from keys)
) as readable;
