-- The catalogue of a database: one row for each object, with its kind, its name and everything that defines it.
-- Run by catalogue.ts. The helpers are temporary functions.

create function pg_temp.is_own(schema oid) returns boolean language sql as $$
  select nspname !~ '^pg_' and nspname not in ('information_schema', 'supabase_migrations') from pg_namespace where oid = schema;
$$;

create function pg_temp.is_extensions(catalogue regclass, object oid) returns boolean language sql as $$
  select exists (select from pg_depend where classid = catalogue and objid = object and deptype = 'e');
$$;

create function pg_temp.privileges(acl aclitem[]) returns text language sql as $$
  select string_agg(format(
    '%s %s%s', case grantee when 0 then 'public' else grantee::regrole::text end, privilege_type,
    case when is_grantable then ' with grant option' else '' end
  ), ', ' order by case grantee when 0 then 'public' else grantee::regrole::text end, privilege_type)
  from aclexplode(acl);
$$;

create temporary table catalogue (kind text, name text, definition text);

insert into catalogue
select 'schema', nspname, format('owner %s; %s', nspowner::regrole, pg_temp.privileges(coalesce(nspacl, acldefault('n', nspowner))))
from pg_namespace where pg_temp.is_own(oid);

insert into catalogue
select 'extension', extname, format('schema %s, version %s', extnamespace::regnamespace, extversion) from pg_extension;

insert into catalogue
select 'relation', oid::regclass, format(
  'kind %s, persistence %s, owner %s, row security %s, forced %s, options %s; %s',
  relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions,
  pg_temp.privileges(coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner)))
)
from pg_class
where pg_temp.is_own(relnamespace) and relkind in ('r', 'p', 'f', 'v', 'm', 'S') and not pg_temp.is_extensions('pg_class', oid);

insert into catalogue
select 'column', format('%s %s', c.oid::regclass, attname), format(
  'place %s, %s%s%s%s%s; %s',
  row_number() over (partition by c.oid order by attnum),
  format_type(atttypid, atttypmod),
  case when attnotnull then ' not null' end,
  ' collate ' || nullif(attcollation, 0)::regcollation::text,
  ' identity ' || nullif(attidentity::text, ''),
  case attgenerated when '' then ' default ' else ' generated ' end || pg_get_expr(adbin, adrelid),
  pg_temp.privileges(attacl)
)
from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
where pg_temp.is_own(relnamespace) and relkind in ('r', 'p', 'f', 'v', 'm', 'c') and attnum > 0 and not attisdropped
  and not pg_temp.is_extensions('pg_class', c.oid);

insert into catalogue
select
  'constraint', format('%s %s', coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text), conname),
  pg_get_constraintdef(oid) || case when convalidated then '' else ' not validated' end
from pg_constraint where pg_temp.is_own(connamespace);

insert into catalogue
select 'index', c.oid::regclass, pg_get_indexdef(c.oid) || case when indisvalid then '' else ' invalid' end
from pg_index join pg_class c on c.oid = indexrelid where pg_temp.is_own(relnamespace);

insert into catalogue
select 'policy', format('%s %s', polrelid::regclass, polname), format(
  'for %s, permissive %s, to %s using (%s) with check (%s)', polcmd, polpermissive,
  array(select case role when 0 then 'public' else role::regrole::text end from unnest(polroles) role order by 1),
  pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)
)
from pg_policy;

insert into catalogue
select 'trigger', format('%s %s', tgrelid::regclass, tgname), format('%s; enabled %s', pg_get_triggerdef(oid), tgenabled)
from pg_trigger where not tgisinternal;

insert into catalogue
select 'event trigger', evtname, format('%s %s %s %s', evtevent, evtfoid::regprocedure, evtenabled, evttags)
from pg_event_trigger;

insert into catalogue
select 'function', oid::regprocedure, format(
  E'owner %s; %s\n%s', proowner::regrole, pg_temp.privileges(coalesce(proacl, acldefault('f', proowner))), pg_get_functiondef(oid)
)
from pg_proc where pg_temp.is_own(pronamespace) and prokind <> 'a' and not pg_temp.is_extensions('pg_proc', oid);

insert into catalogue
select 'view', oid::regclass, pg_get_viewdef(oid)
from pg_class where pg_temp.is_own(relnamespace) and relkind in ('v', 'm') and not pg_temp.is_extensions('pg_class', oid);

insert into catalogue
select 'sequence', c.oid::regclass, format(
  '%s from %s by %s, %s to %s, cache %s, cycles %s, owned by %s', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax,
  seqcache, seqcycle,
  (select format('%s.%s', refobjid::regclass, refobjsubid) from pg_depend where objid = c.oid and deptype in ('a', 'i'))
)
from pg_sequence join pg_class c on c.oid = seqrelid where pg_temp.is_own(relnamespace);

insert into catalogue
select 'type', t.oid::regtype, format(
  'kind %s, owner %s, base %s, labels %s; %s', typtype, typowner::regrole, nullif(typbasetype, 0)::regtype,
  array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder),
  pg_temp.privileges(coalesce(typacl, acldefault('T', typowner)))
)
from pg_type t left join pg_class c on c.oid = typrelid
where pg_temp.is_own(typnamespace) and (typtype in ('d', 'e', 'r') or c.relkind = 'c') and not pg_temp.is_extensions('pg_type', t.oid);

insert into catalogue
select 'comment', format('%s %s', type, identity), description
from pg_description cross join lateral pg_identify_object(classoid, objoid, objsubid)
where objoid >= 16384 and not pg_temp.is_extensions(classoid, objoid);

insert into catalogue
select
  'default privileges', format('%s of %s in %s', defaclobjtype, defaclrole::regrole, nullif(defaclnamespace, 0)::regnamespace),
  pg_temp.privileges(defaclacl)
from pg_default_acl;

insert into catalogue
select 'setting', format('%s in %s', nullif(setrole, 0)::regrole, nullif(setdatabase, 0)), setconfig::text
from pg_db_role_setting;

-- The rows that migrations insert, without what chance and the clock decide.
do $$
declare
  source record;
begin
  for source in
    select c.oid::regclass as relation, array(
      select attname from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where adrelid = c.oid and pg_get_expr(adbin, adrelid) ~ 'gen_random_uuid|now\(|clock_timestamp'
    ) as changing
    from pg_class c where pg_temp.is_own(relnamespace) and relkind = 'r'
  loop
    execute format('insert into catalogue select %L, %L, to_jsonb(r) - $1 from %s r', 'row', source.relation, source.relation)
      using source.changing;
  end loop;
end;
$$;
