-- Returns one JSON document: tables, functions and foreign keys of the schema public as the API sees them, and which roles
-- may use them. Run by readable.ts.

with recursive roles (role) as (values ('anon'), ('authenticated')),
commands (command, code) as (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')),
plain_types as (
  select t.oid, t.typelem, t.typcategory, case
    when t.typname in ('json', 'jsonb') then 'json'
    when t.typcategory = 'N' then 'a number'
    when t.typcategory = 'B' then 'a boolean'
    when t.typcategory = 'C' or t.typname = 'record' then 'a row'
    when t.typname = 'void' then 'nothing'
    when b.typname in ('text', 'varchar', 'bpchar', 'name') then 'a text'
    else 'a value of type ' || pg_catalog.format_type(b.oid, null)
  end as kind, case
    when b.typname in ('text', 'varchar', 'bpchar', 'name') then 'text'
    else pg_catalog.format_type(b.oid, null)
  end as type
  from pg_catalog.pg_type t join pg_catalog.pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
),
types as (
  select t.oid, t.type, case when t.typcategory = 'A' then 'a list, each ' || e.kind else t.kind end as kind
  from plain_types t left join plain_types e on e.oid = t.typelem
),
-- The columns that a view names, or 0 where it names none of a relation. as_caller: its reader needs the right to them.
named_by_views as (
  select distinct w.ev_class as view, d.refobjid as relation, d.refobjsubid::smallint as place, exists (
    select from pg_catalog.pg_options_to_table(v.reloptions) where option_name = 'security_invoker' and option_value::boolean
  ) as as_caller
  from pg_catalog.pg_rewrite w
  join pg_catalog.pg_class v on v.oid = w.ev_class and v.relkind in ('v', 'm')
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = w.oid
    and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid <> w.ev_class
  join pg_catalog.pg_class s on s.oid = d.refobjid and s.relkind in ('r', 'p', 'f', 'v', 'm')
  where w.ev_type = '1' and v.oid >= 16384
),
sources as (
  select * from named_by_views
  union
  select s.view, n.relation, n.place, n.as_caller from sources s join named_by_views n on n.view = s.relation
),
-- Without a policy for a command, a role reaches no row.
without_policy as (
  select r.role, m.command, c.oid as relation
  from pg_catalog.pg_class c, roles r, commands m
  where c.relrowsecurity and not exists (
    select from pg_catalog.pg_policy p
    where p.polrelid = c.oid and p.polpermissive and p.polcmd::text in (m.code, '*') and exists (
      select from unnest(p.polroles) member where member = 0 or pg_catalog.pg_has_role(r.role, member, 'usage')
    )
  )
),
closed as (
  select * from without_policy
  union
  select r.role, 'select', s.view from sources s, roles r
  where s.as_caller and (
    exists (select from without_policy w where w.role = r.role and w.command = 'select' and w.relation = s.relation)
    or not case
      when s.place = 0 then pg_catalog.has_any_column_privilege(r.role, s.relation, 'select')
      else pg_catalog.has_column_privilege(r.role, s.relation, s.place, 'select')
    end
  )
),
columns as (
  select c.relname, a.attname, y.kind,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and c.relkind in ('r', 'p') as is_needed,
    (
      select jsonb_object_agg(m.command, array(
        select r.role from roles r
        where case
          when m.command = 'delete' then pg_catalog.has_table_privilege(r.role, c.oid, m.command)
          else pg_catalog.has_column_privilege(r.role, c.oid, a.attnum, m.command)
        end and not exists (select from closed l where l.role = r.role and l.command = m.command and l.relation = c.oid)
      ))
      from commands m
    ) as allowed
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
    (
      select coalesce(jsonb_object_agg(q.name, k.type), '{}') from parameters q join types k on k.oid = q.type
      where q.oid = p.oid and q.mode in ('i', 'b', 'v')
    ) as arguments,
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
-- The API follows the foreign keys of a table also by the views that name their columns.
ends as (
  select c.relname, c.oid as relation, array_agg(a.attnum) as places
  from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind in ('r', 'p', 'f')
  group by c.oid, c.relname
  union all
  select v.relname, s.relation, array_agg(s.place)
  from sources s join pg_catalog.pg_class v on v.oid = s.view
  where v.relnamespace = 'public'::pg_catalog.regnamespace
  group by v.relname, s.relation
),
foreign_keys as (
  select k.oid, k.conname, k.conrelid, k.conkey, k.confrelid, k.confkey, exists (
    select from pg_catalog.pg_constraint u
    where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey @> k.conkey and u.conkey <@ k.conkey
  ) as is_unique
  from pg_catalog.pg_constraint k where k.contype = 'f' and k.conparentid = 0
),
-- Two keys that are part of the primary key of a table of the API join its two targets.
joins (conname, one, one_key, other, other_key, is_list) as (
  select conname::text, conrelid, conkey, confrelid, confkey, false from foreign_keys
  union all
  select conname, confrelid, confkey, conrelid, conkey, not is_unique from foreign_keys
  union all
  select a.conname || ' and ' || b.conname, a.confrelid, a.confkey, b.confrelid, b.confkey, true
  from foreign_keys a join foreign_keys b on b.conrelid = a.conrelid and b.oid <> a.oid
  where not a.is_unique and not b.is_unique and exists (
    select from pg_catalog.pg_constraint p join ends e on e.relation = p.conrelid
    where p.conrelid = a.conrelid and p.contype = 'p' and p.conkey @> (a.conkey || b.conkey) and e.places @> p.conkey
  )
)
select jsonb_build_object(
  'columns', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', relname, 'name', attname, 'kind', kind, 'isNeeded', is_needed, 'roles', allowed
    )), '[]')
    from columns
  ),
  'functions', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', proname, 'arguments', arguments, 'required', required, 'result', result, 'columns', columns, 'roles', callers
    )), '[]')
    from functions
  ),
  'joins', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'constraint', j.conname, 'table', a.relname, 'other', b.relname, 'isList', j.is_list
    ) order by j.conname), '[]')
    from joins j
    join ends a on a.relation = j.one and a.places @> j.one_key
    join ends b on b.relation = j.other and b.places @> j.other_key
  )
) as readable;
