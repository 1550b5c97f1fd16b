-- The objects that a generated migration makes anew: the key of each object, how to make it, how to drop it, and its shape. An object
-- with another shape is dropped first. Made in the order of their places, dropped in the opposite one.
with own as (select oid from pg_namespace where nspname in ('public', 'private', 'shipping')),

-- Rights of each role. Grants of an object are made as a whole, after a revocation, since projects grant new objects different
-- rights by default.
rights as (
  select 'function ' || p.oid::regprocedure as object, a.grantee, lower(a.privilege_type) as right
  from pg_proc p
  left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on a.grantee <> p.proowner
  where p.pronamespace in (select oid from own) and p.prokind <> 'a'
  union all
  select case c.relkind when 'S' then 'sequence ' else '' end || c.oid::regclass, a.grantee, lower(a.privilege_type)
  from pg_class c left join lateral aclexplode(c.relacl) a on a.grantee <> c.relowner
  where c.relnamespace in (select oid from own) and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select
    c.oid::regclass::text, a.grantee,
    format('%s (%s)', lower(a.privilege_type), string_agg(quote_ident(t.attname), ', ' order by t.attnum))
  from pg_class c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a
  where c.relnamespace in (select oid from own)
  group by c.oid, a.grantee, a.privilege_type
),
rights_of_roles as (
  select
    object, case grantee when 0 then 'public' else grantee::regrole::text end as role,
    string_agg(r.right, ', ' order by r.right) as rights
  from rights r group by object, grantee
)

select
  1 as place, 'function ' || p.oid::regprocedure as key, rtrim(pg_get_functiondef(p.oid), E'\n') as make,
  'drop function ' || p.oid::regprocedure as unmake,
  concat(pg_get_function_result(p.oid), ' ', pg_get_function_arguments(p.oid)) as shape
from pg_proc p where p.pronamespace in (select oid from own) and p.prokind <> 'a'
union all
-- The triggers of files are for the embedded platform alone: a hosted project's table belongs to its storage service.
select
  2, format('trigger %I on %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid),
  format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid)
from pg_trigger t join pg_class c on c.oid = t.tgrelid
where not t.tgisinternal and c.relnamespace <> to_regnamespace('storage')
union all
select 3, format('policy %I on %s', p.polname, p.polrelid::regclass), d.make,
  format('drop policy %I on %s', p.polname, p.polrelid::regclass), d.make
from pg_policy p cross join lateral (
  select concat(
    format(
      'create policy %I on %s as %s for %s to %s', p.polname, p.polrelid::regclass,
      case when p.polpermissive then 'permissive' else 'restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ') from unnest(p.polroles) r)
    ),
    ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')'
  ) as make
) d
union all
select
  4, 'grants on ' || r.object,
  concat_ws(
    E';\n', format('revoke all on %s from public, anon, authenticated, service_role', r.object),
    string_agg(format('grant %s on %s to %s', r.rights, r.object, r.role), E';\n' order by r.role) filter (where r.role is not null)
  ), null, null
from rights_of_roles r group by r.object
union all
select
  5, format('comment on %s', o.object), format('comment on %s is %L', o.object, d.description),
  format('comment on %s is null', o.object), null
from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
cross join lateral (
  select case
    when d.classoid = 'pg_proc'::regclass then 'function ' || d.objoid::regprocedure
    else replace(replace(i.type, 'table ', ''), 'composite ', '') || ' ' || i.identity
  end as object
) o
where d.objoid >= 16384
order by place, key
