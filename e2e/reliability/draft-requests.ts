import fc from 'fast-check';
import type { TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';

/** A request of the database's API or of a page. */
export type Asked =
  | { readonly to: 'table' | 'function'; readonly path: string; readonly body?: string; readonly accept: string }
  | { readonly to: 'page' | 'search' | 'data' | 'file'; readonly path: string };

export interface FunctionOfApi {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly returnsRows: boolean;
}

export interface Schema {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly functions: readonly FunctionOfApi[];
}

/** All tables and views of the API, and the functions that any account may call. */
export async function readSchema({ database }: TestBackend): Promise<Schema> {
  const columns = await database.query<{ table_name: string; names: string[] }>(
    `select table_name, array_agg(column_name::text) as names from information_schema.columns
     where table_schema = 'public' group by table_name order by table_name`,
  );
  const functions = await database.query<Omit<FunctionOfApi, 'args'> & { args: FunctionOfApi['args'] | null }>(
    `select p.proname as name, p.proretset as "returnsRows", (
       select jsonb_object_agg(a.name, a.type::regtype::text)
       from unnest(p.proargnames, p.proargtypes::oid[]) a (name, type) where a.type is not null
     ) as args
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and (
       has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')
     )
     order by p.proname`,
  );
  return {
    columns: new Map(columns.map(({ table_name, names }) => [table_name, names])),
    functions: functions.map((one) => ({ ...one, args: one.args ?? {} })),
  };
}

export interface Known {
  /** Words of the draft, and of the record, that a visitor may guess. */
  readonly words: readonly string[];
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  /** Addresses of pages. */
  readonly addresses: readonly string[];
}

const query = (pairs: readonly (readonly [string, string])[]) =>
  pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : '';

function tableRequest({ columns }: Schema, { words, ids, kinds }: Known, table: string): fc.Arbitrary<Asked> {
  const tables = [...columns.keys()];
  const others = fc.constantFrom(...tables.map((other) => `,${other}(*)`), ',drafts!record_id(*)');
  const embed = fc.oneof({ weight: 4, arbitrary: fc.constant('') }, others);
  const value = fc.constantFrom(...words.flatMap((word) => [`ilike.*${word}*`, `fts(german).${word}`]), 'not.is.null');
  const known = fc.constantFrom(...ids.map((id) => `eq.${id}`), ...kinds.map((kind) => `eq.${kind}`));
  const own = columns.get(table) ?? [];
  const column = fc.constantFrom(...own, 'content->>title', 'content', 'after', 'drafts.content');
  const select = fc
    .tuple(fc.oneof(fc.constant('*'), fc.subarray([...own], { minLength: 1 }).map(String)), embed)
    .map((parts) => parts.join(''));
  const filter = fc.option(fc.tuple(column, fc.oneof(value, known)), { nil: undefined, freq: 1 });
  const more = fc.subarray([['order', `${own[0]}.desc`] as const, ['limit', '1000'] as const]);
  return fc.record({ select, filter, more, accept }).map(({ select, filter, more, accept }) => ({
    ...{ to: 'table' as const, accept },
    path: `/rest/v1/${table}${query([['select', select], ...(filter ? [filter] : []), ...more])}`,
  }));
}

const accept = fc.oneof(
  { weight: 3, arbitrary: fc.constant('application/json') },
  fc.constantFrom('text/csv', 'application/vnd.pgrst.object+json', '*/*'),
);

function valueFor(type: string, { words, ids, kinds }: Known): fc.Arbitrary<unknown> {
  if (type === 'uuid') return fc.constantFrom(...ids);
  if (type === 'uuid[]') return fc.subarray([...ids]);
  if (type === 'integer' || type === 'bigint') return fc.constantFrom(0, 1, 20, 100, 2_000_000_000);
  if (type.startsWith('timestamp')) return fc.constantFrom(null, '2020-01-01T00:00:00Z', 'now');
  if (type === 'boolean') return fc.boolean();
  if (type === 'json' || type === 'jsonb') return fc.constantFrom({}, [], { title: words[0] }, null);
  const texts = fc.constantFrom(...words, ...kinds, ...ids);
  return type.endsWith('[]') ? fc.array(texts, { maxLength: 3 }) : texts;
}

function functionRequest({ name, args }: FunctionOfApi, known: Known): fc.Arbitrary<Asked> {
  const values = Object.fromEntries(Object.entries(args).map(([arg, type]) => [arg, valueFor(type, known)]));
  const select = fc.constantFrom('', '', '?select=*', '?select=*,drafts(*)');
  return fc.record({ accept, select, given: fc.record(values) }).map(({ accept, select, given }) => ({
    ...{ to: 'function' as const, accept },
    path: `/rest/v1/rpc/${name}${select}`,
    body: JSON.stringify(given),
  }));
}

function pageRequests({ words, ids, addresses }: Known): fc.Arbitrary<Asked> {
  const address = fc.constantFrom(...addresses);
  const key = fc.constantFrom('draft', 'entwurf', 'preview', 'vorschau', 'workshop', 'seite', 'suche', 'version');
  const pairs = fc.array(fc.tuple(key, fc.constantFrom(...ids, ...words, '1', 'true')), { maxLength: 2 });
  const search = fc.constantFrom(...words).chain((word) => fc.constantFrom(word, word.slice(0, -2), `"${word}"`));
  const files = ['/rss.xml', '/atom.xml', '/sitemap.xml', '/sitemap-1.xml', '/llms.txt', '/platform.json'];
  return fc.oneof(
    fc.tuple(address, pairs).map(([path, values]) => ({ to: 'page' as const, path: path + query(values) })),
    fc.tuple(address, pairs).map(([path, values]) => ({ to: 'data' as const, path: `/_data${path}${query(values)}` })),
    search.map((word) => ({ to: 'search' as const, path: `/suche${query([['suche', word]])}` })),
    fc.constantFrom(...files, ...addresses.map((path) => `${path}.md`)).map((path) => ({ to: 'file' as const, path })),
  );
}

/**
 * Requests that a visitor may think of: two to each table, one of them for all its columns, one to each function, a
 * search for what may be guessed, and others to any of them and to pages. The same seed gives the same ones.
 */
export function sampleRequests(schema: Schema, known: Known, size: number, seed: number): readonly Asked[] {
  const names = [...schema.columns.keys()];
  const whole = names.map((name): Asked => {
    return { to: 'table', path: `/rest/v1/${name}?select=*`, accept: 'application/json' };
  });
  const tables = names.map((table) => tableRequest(schema, known, table));
  const functions = schema.functions.map((one) => functionRequest(one, known));
  const each = fc.sample(fc.tuple(...tables, ...functions), { numRuns: 1, seed }).flat();
  const rows = schema.functions.filter(({ returnsRows }) => returnsRows).map((one) => functionRequest(one, known));
  const any = fc.oneof(fc.oneof(...tables), fc.oneof(...functions), fc.oneof(...rows), pageRequests(known));
  const [guessed] = known.words;
  const search: Asked = {
    to: 'function',
    path: '/rest/v1/rpc/search',
    body: JSON.stringify({ query: guessed }),
    accept: 'application/json',
  };
  const first = [...whole, search, ...each];
  return [...first, ...fc.sample(any, { numRuns: size - first.length, seed })];
}
