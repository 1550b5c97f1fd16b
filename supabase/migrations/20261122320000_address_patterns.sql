-- Who may own which address of the site, as shell/registry/patterns.ts decides it: one table of cases tests both.

create function private.pattern_segments(pattern text) returns text[]
language sql immutable set search_path = ''
as $$
  -- Addresses differ by more than the case of their letters.
  select string_to_array(lower(pattern collate pg_catalog.pg_c_utf8), '/');
$$;
revoke execute on function private.pattern_segments(text) from public;

create function private.patterns_meet(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select (cardinality(a) >= cardinality(b) or a[cardinality(a)] = '*')
    and (cardinality(b) >= cardinality(a) or b[cardinality(b)] = '*')
    and not exists (
      select from generate_series(1, least(cardinality(a), cardinality(b))) i
      where a[i] <> b[i] and a[i] !~ '^[:*]' and b[i] !~ '^[:*]'
    )
  from (select private.pattern_segments(one) as a, private.pattern_segments(other) as b) split;
$$;
comment on function private.patterns_meet(text, text) is 'Whether there are addresses that both match.';
revoke execute on function private.patterns_meet(text, text) from public;

create function private.pattern_rank(pattern text) returns integer
language sql immutable set search_path = ''
as $$
  select sum(1 + case when segment = '*' then -2 when segment like ':%' then 3 when segment = '' then 1 else 10 end)::integer
  from unnest(private.pattern_segments(pattern)) segment;
$$;
comment on function private.pattern_rank(text) is 'How special a pattern is to React Router: of two that meet, the higher one is answered.';
revoke execute on function private.pattern_rank(text) from public;

create function private.patterns_clash(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select private.patterns_meet(one, other) and private.pattern_rank(one) = private.pattern_rank(other);
$$;
comment on function private.patterns_clash(text, text) is
  'Whether there are addresses that both match, and neither is the more special one.';
revoke execute on function private.patterns_clash(text, text) from public;

create function private.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/elemente', '/chatgpt-lernziele', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/assets/*', '/overrides', '/reports'
  ];
$$;
comment on function private.shell_addresses() is 'What the shell answers itself, the list of shell/registry/patterns.ts.';
revoke execute on function private.shell_addresses() from public;
