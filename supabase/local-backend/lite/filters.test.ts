import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureBackend } from '../fixtures/backend.ts';

const WORDS = 'null NULL true false unknown not_null 0x10 1e3 007 16 NAME "NAME" (NAME) {NAME} [1] eq.1 is.null * % _'
  .split(' ')
  .concat('', ' ', 'NAME ', '\u00a0NAME', 'NAME\n', 'a,b', 'a\\b', "it's", '{"a": 1}', 'Größe', 'Gro\u0308ße', '😀');

/** Each column has rows that generated values find. `expected` says what PostgreSQL makes of a value that is a parameter. */
const SCHEMA = `
  create table public.samples (
    id int primary key, note text, word text, number integer, flag boolean, moment timestamptz, key uuid, doc jsonb,
    list text[], span int4range
  );
  create table public.parts (id int primary key, sample_id int not null references public.samples (id), word text);
  grant all on public.samples, public.parts to service_role;
  insert into public.samples
  select place, null, word, place - 3, place % 3 = 0, '2025-01-31T10:00:00Z'::timestamptz + place * interval '12 hours',
    ('00000000-0000-4000-8000-' || lpad(to_hex(place), 12, '0'))::uuid, jsonb_build_object('word', word, 'a', place),
    array[word, 'b'], int4range(place::int, place::int + 3)
  from unnest(array[${WORDS.map((word) => `'${word.replaceAll("'", "''")}'`).join(',')}]) with ordinality as of (word, place);
  insert into public.samples (id) values (0);
  insert into public.parts select id, id, word from public.samples;
  create function private.expected(condition text, value text) returns jsonb language plpgsql as $$
  declare
    found jsonb;
  begin
    execute 'select coalesce(jsonb_agg(id order by id), ''[]'') from public.samples where ' || condition into found using value;
    return found;
  exception when others then
    return to_jsonb(sqlstate);
  end
  $$;
  create function public.echo(word text default null, number int default null, flag boolean default null, doc jsonb default null, list text[] default null)
  returns jsonb language sql stable as $$ select jsonb_build_array(word, number, flag, doc, list) $$;
`;

const backend = fixtureBackend({ change: SCHEMA, migrationsDir: undefined, seed: false });

const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { apikey: backend.serviceRoleKey, 'content-type': 'application/json', ...init.headers };
  const request = new Request(`${backend.url}/rest/v1/${path}`, { ...init, headers });
  const response = await backend.fetch(request, { address: '127.0.0.1' });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};

/** The rows that a query finds, or the code of its error. */
async function found(query: Readonly<Record<string, string>>, init?: RequestInit): Promise<unknown> {
  const { body } = await ask(`samples?${new URLSearchParams({ select: 'id', ...query })}`, init);
  return Array.isArray(body) ? body.map(({ id }) => id).sort((one, other) => one - other) : body.code;
}

const TYPES = {
  word: 'text',
  number: 'integer',
  flag: 'boolean',
  moment: 'timestamptz',
  key: 'uuid',
  doc: 'jsonb',
  list: 'text[]',
  span: 'int4range',
} as const;
type Column = keyof typeof TYPES;
const COLUMNS = Object.keys(TYPES) as Column[];

const COMPARISONS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', isdistinct: 'is distinct from' };
const PATTERNS = { like: 'like', ilike: 'ilike', match: '~', imatch: '~*' };
const CONTAINMENTS = { cs: '@>', cd: '<@', ov: '&&' };
const RANGES = { sl: '<<', sr: '>>', nxr: '&<', nxl: '&>', adj: '-|-' };
const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

interface Case {
  readonly column: string;
  readonly operator: string;
  /** PostgreSQL's condition, whose parameter is the value. */
  readonly condition: string;
}

const all = (
  columns: readonly string[],
  operators: Readonly<Record<string, string>>,
  write: (column: string, symbol: string) => string,
) =>
  columns.flatMap((column) =>
    Object.entries(operators).map(
      ([operator, symbol]): Case => ({ column, operator, condition: write(column, symbol) }),
    ),
  );
const typed = (column: string, symbol: string) => `${column} ${symbol} cast($1 as ${TYPES[column as Column]})`;
const pattern = (column: string, symbol: string) =>
  `${column} ${symbol} ${symbol.endsWith('like') ? "replace($1, '*', '%')" : '$1'}`;
const ofList = (column: string, symbol: string) => `${column} ${symbol}(cast($1 as ${TYPES[column as Column]}[]))`;

const CASES: readonly Case[] = [
  ...all(COLUMNS, COMPARISONS, typed),
  ...all(COLUMNS, PATTERNS, pattern),
  ...all(['doc', 'list', 'span'], CONTAINMENTS, typed),
  ...all(['span'], RANGES, typed),
  ...all(['word', 'doc'], SEARCHES, (column, search) => `to_tsvector(${column}) @@ ${search}($1)`),
  ...all(['word'], { 'fts(german)': 'to_tsquery', 'wfts(simple)': 'websearch_to_tsquery' }, (column, search) => {
    const config = search === 'to_tsquery' ? 'german' : 'simple';
    return `to_tsvector('${config}', ${column}) @@ ${search}('${config}', $1)`;
  }),
  ...all(['word', 'number', 'flag', 'key', 'moment'], { 'eq(any)': '= any', 'gt(all)': '> all' }, ofList),
  ...all(
    ['word'],
    { 'like(any)': 'like any', 'ilike(all)': 'ilike all' },
    (column, symbol) => `${column} ${symbol}(cast(replace($1, '*', '%') as text[]))`,
  ),
  ...all(['word'], { 'match(any)': '~ any', 'imatch(all)': '~* all' }, ofList),
  ...all(['doc->>word'], { ...COMPARISONS, ...PATTERNS }, (_, symbol) => pattern("doc ->> 'word'", symbol)),
  ...all(['doc->a'], { ...COMPARISONS, cs: '@>' }, (_, symbol) => `doc -> 'a' ${symbol} cast($1 as jsonb)`),
  ...all(['doc->>word'], SEARCHES, (_, search) => `to_tsvector(doc ->> 'word') @@ ${search}($1)`),
];

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const joined = (alphabet: readonly string[], maxLength = 6) =>
  fc.array(oneOf(...alphabet), { maxLength }).map((parts) => parts.join(''));
const BLANKS = [' ', '\t', '\n', '\r', '\u00a0', '\u2003', '\ufeff'];
const blank = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, joined(BLANKS, 2));
const words = (text: string) => oneOf(...text.split(' '));
const NUMBERS = '0 -1 +5 1.0 1.5 1e3 0x1F 0b11 0o17 1_000 NaN Infinity -0 2147483648 99999999999999999999 .5 5.';
const DATES =
  '2025-01-31 2025-02-30 now infinity -infinity epoch 31.01.2025 20250131T100000Z 2025-02-02T10:00:00+02 24:00 294277-01-01';
const KEYS =
  '{00000000-0000-4000-8000-000000000001} 00000000000040008000000000000002 A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11';
const ARRAYS = '{NAME,b} {"NAME","b"} {null,b} {NULL} {{a},{b}} {a a} {a,} {"a""b"} {1,2} {true,f}';
const NAMES_OF_OPERATORS = 'eq not in eq.null not.eq.NAME in.(a,b) is.not_null or(a.eq.1) like.* any fts(german).x';
const literal = fc.oneof(
  oneOf(...WORDS),
  words('True t T f yes no on off 1 0 tru Unknown nil undefined none'),
  words(NUMBERS),
  fc.integer().map(String),
  fc.double().map(String),
  oneOf('2025-1-31 10:00', ...DATES.split(' ')),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.integer({ min: 1, max: 30 }).map((place) => `00000000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`),
  words(KEYS),
  fc.json({ maxDepth: 2 }),
  oneOf('{"word": "null"}', '{"a": 1}', ...'{} [] "NAME" " "" {"a":1,"a":2}'.split(' ')),
  oneOf('{" NAME "}', ...ARRAYS.split(' ')),
  oneOf('[ 1 , 4 )', ...'[1,4) (1,4] empty [5,) [4,1) (,)'.split(' ')),
  oneOf('NAME:* | b', 'NAME & b', '"NAME b"', ...NAMES_OF_OPERATORS.split(' ')),
  joined(['"', '\\', "'", 'a', '\\\\', '\\"', '`', '$1', '$$']),
  joined([',', '(', ')', '.', 'a', ':', '{', '}', '[', ']', ' ']),
  joined(['*', '%', '_', '\\', 'a', 'A', 'N', '?', '+', '.', '^', '$', '|']),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const value = fc.tuple(blank, literal, blank).map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

type Place = 'alone' | 'negated' | 'tree' | 'negated tree' | 'changed' | 'embedded';
const PLACES: readonly Place[] = ['alone', 'alone', 'negated', 'tree', 'negated tree', 'changed', 'embedded'];
interface Tried {
  readonly of: Case;
  readonly sent: string;
  readonly place: Place;
  readonly nth: number;
}
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const CHANGE = { method: 'PATCH', body: '{"note": "changed"}', headers: { prefer: 'return=representation' } };

function answerTo({ column, operator }: Case, sent: string, place: Place): Promise<unknown> {
  const filter = `${operator}.${sent}`;
  const inTree = `${column}.${operator}.${quoted(sent)}`;
  switch (place) {
    case 'negated':
      return found({ [column]: `not.${filter}` });
    case 'tree':
      return found({ or: `(id.lt.0, ${inTree})` });
    case 'negated tree':
      return found({ and: `(id.gte.0,not.or(id.lt.0,and(${inTree},id.gt.-1)))` });
    case 'changed':
      return found({ [column]: filter }, CHANGE);
    case 'embedded':
      return column === 'word'
        ? found({ select: 'id,of:parts!inner(id)', 'of.word': filter })
        : found({ id: 'gte.0', [column]: filter });
    default:
      return found({ [column]: filter });
  }
}

const conditionAt = ({ condition }: Case, place: Place) =>
  place.startsWith('negated') ? `not (${condition})` : condition;

/** Several requests at once read, one at a time writes: changes of all rows would wait for each other in circles. */
async function tryAll(tried: readonly Tried[], attempt: (one: Tried) => Promise<void>): Promise<void> {
  const writing = tried.filter(({ place }) => place === 'changed');
  const reading = tried.filter(({ place }) => place !== 'changed').values();
  for (const one of writing) await attempt(one);
  const lane = async () => {
    for (const one of reading) await attempt(one);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** It takes four seconds; the machine may be busy. */
const LIMIT_MS = 120_000;

test(
  '2,000 values find, change and refuse what PostgreSQL finds and refuses for a parameter of the type of the column',
  async () => {
    const tried = fc.sample(value, { numRuns: 2000, seed: 20_261_210 }).map((sent, nth): Tried => {
      const of = CASES[nth % CASES.length] as Case;
      const place = PLACES[Math.floor(nth / CASES.length) % PLACES.length] as Place;
      return { of, sent, place, nth };
    });
    const [{ answers }] = (await backend.database.query(
      `select jsonb_agg(private.expected(condition, value) order by place) as answers
     from unnest($1::text[], $2::text[]) with ordinality as of (condition, value, place)`,
      [tried.map(({ of, place }) => conditionAt(of, place)), tried.map(({ sent }) => sent)],
    )) as [{ answers: unknown[] }];
    const wrong: object[] = [];
    await tryAll(tried, async ({ of, sent, place, nth }) => {
      const expected = answers[nth];
      const answer = await answerTo(of, sent, place);
      if (JSON.stringify(answer) !== JSON.stringify(expected)) wrong.push({ ...of, sent, place, answer, expected });
    });
    expect(wrong.slice(0, 20), `${wrong.length} of ${tried.length}`).toEqual([]);
    const rows = answers.filter((answer) => Array.isArray(answer));
    expect(rows.filter(({ length }) => length > 0).length).toBeGreaterThan(300);
    expect(answers.length - rows.length).toBeGreaterThan(300);
  },
  LIMIT_MS,
);

const idsOf = (...words: readonly string[]) =>
  words.map((word) => WORDS.indexOf(word) + 1).sort((one, other) => one - other);

test.each<[what: string, query: string, rows: readonly number[]]>([
  ['a list', 'word=in.(null,true,NAME )', idsOf('null', 'true', 'NAME ')],
  ['a list with quotes', 'word=in.("a,b","\\"NAME\\"","a\\\\b")', idsOf('a,b', '"NAME"', 'a\\b')],
  ['a list with a quote that ends nothing', 'word=in.("NAME"x,NAME)', idsOf('NAME')],
  ['an empty list', 'word=in.()', []],
  ['a list of an empty text', 'word=in.("",NAME)', idsOf('', 'NAME')],
  [
    'a negated list',
    `word=not.in.(${WORDS.filter((word) => !/[,"\\()\n]/.test(word)).join(',')})`,
    idsOf('"NAME"', '(NAME)', 'NAME\n', 'a,b', 'a\\b', '{"a": 1}'),
  ],
  ['an unquoted value in a tree', 'or=(word.eq.null,word.eq.NAME ,word.eq.1e3)', idsOf('null', 'NAME ', '1e3')],
  ['an array in a tree', 'or=(list.cs.{a\\\\b,b},id.eq.1)', idsOf('null', 'a\\b')],
  ['names of operators in a tree', 'and=(word.eq.eq.1,or(id.gt.0,id.is.null))', idsOf('eq.1')],
  ['two trees', 'or=(word.eq.null,word.eq.true)&or=(id.eq.1,id.eq.2)', idsOf('null')],
  ['one column twice', 'id=gt.1&id=lt.4&id=neq.2', [3]],
  ['what is no column of a row', 'flag=is.not_null&flag=not.is.unknown&flag=is.TRUE&id=lt.4', [3]],
  ['a JSON path in a tree', 'or=(doc->>word.eq."a,b",doc->a.eq.1)', idsOf('null', 'a,b')],
  ['a quoted column', '"word"=eq.NAME', idsOf('NAME')],
])('%s is read by the grammar of PostgREST', async (_what, query, rows) => {
  const { body } = await ask(`samples?select=id&order=id&${query.replaceAll('+', '%2B')}`);
  expect(body.map(({ id }: { id: number }) => id)).toEqual(rows);
});

test.each([
  'word=NAME',
  'word=equals.a',
  'word=eq',
  'word=is.nothing',
  'word=in.a,b',
  'word=in.(a',
  'word=eq(some).a',
  'or=word.eq.a',
  'or=()',
  'or=(word.eq.a',
  'or=(not(word.eq.a))',
  "doc->>'a'=eq.b",
  'word!->.order=match.(a%2B)%2B%24',
  'id!->.order=eq.1&word=eq.a',
  'id=in.(1,2)x',
  'id=is.nullx',
  'or=(id.eq.1)x',
  'doc->>a.b=eq.1',
  `or=${'(or'.repeat(150)}(id.eq.1)${')'.repeat(150)}`,
])('%s cannot be read, and no row is changed', async (query) => {
  expect(await ask(`samples?${query}`, { ...CHANGE, body: '{"number": 0}' })).toMatchObject({
    status: 400,
    body: { code: 'PGRST100' },
  });
});

test.each(['$or=eq.1', '$always=eq.1', '__proto__=eq.1', 'and=(__proto__.eq.1)', 'nothing=eq.1', 'constructor=eq.1'])(
  'the column of %s does not exist, and no row is deleted',
  async (query) => {
    const refused = await ask(`parts?${query}`, { method: 'DELETE' });
    expect(refused).toMatchObject({ status: 400, body: { code: '42703' } });
  },
);

test('an embedded resource obeys its filters by both of its names', async () => {
  const { body } = await ask('samples?select=id,of:parts!inner(id)&of.id=gt.0&parts.word=eq.nowhere');
  expect(body).toEqual([]);
});

test.each(['id=not.eq.1', 'id=eq(any).{1}', 'id=eq.1&id=eq.2', 'or=(id.eq.1,id.eq.2)'])(
  'a PUT whose address has %s is refused',
  async (query) => {
    const refused = await ask(`samples?${query}`, { ...CHANGE, method: 'PUT', body: '{"id": 1, "word": "put"}' });
    expect(refused).toMatchObject({ status: 405, body: { code: 'PGRST105' } });
  },
);

test('a filter of what is not embedded is refused', async () => {
  expect(await ask('samples?parts.word=eq.a')).toMatchObject({ status: 400, body: { code: 'PGRST108' } });
});

test('a value that no row has changes and deletes none', async () => {
  const count = async () => (await backend.database.query('select from public.samples where note is null')).length;
  const before = await count();
  for (const sent of ['NAME%20%20', '%22NAME', ' 0x10', 'nul', '%EF%BB%BFnull', 'NAME%0A%0A'])
    for (const init of [
      { ...CHANGE, body: '{"note": null}' },
      { method: 'DELETE', headers: CHANGE.headers },
    ])
      expect(await ask(`samples?word=eq.${sent}`, init), sent).toEqual({ status: 200, body: [] });
  expect(await count()).toBe(before);
});

const SENT = ['null', ' true ', '0x10', '1e3', '"x"', '{}', '', 'unknown', '007'];

test('texts that are written stay texts, and PostgreSQL reads the others by the type of their column', async () => {
  const written = await ask('samples?select=word,doc,list', {
    method: 'POST',
    headers: CHANGE.headers,
    body: JSON.stringify(SENT.map((word, place) => ({ id: 100 + place, word, doc: word, list: [word] }))),
  });
  expect(written.body).toEqual(SENT.map((word) => ({ word, doc: word, list: [word] })));
  for (const word of SENT) {
    const changed = await ask('samples?id=eq.100&select=word', { ...CHANGE, body: JSON.stringify({ word }) });
    expect(changed.body).toEqual([{ word }]);
  }
  const write = async (row: object) =>
    (await ask('samples?id=eq.100&select=number,flag,word,doc', { ...CHANGE, body: JSON.stringify(row) })).body;
  expect(await write({ number: ' 0x10 ', flag: 'yes', word: true, doc: false })).toEqual([
    { number: 16, flag: true, word: 'true', doc: false },
  ]);
  expect(await write({ word: 5, doc: null })).toEqual([{ number: 16, flag: true, word: '5', doc: null }]);
  expect(await write({ number: '1e3' })).toMatchObject({ code: '22P02' });
  expect(await write({ flag: 'perhaps' })).toMatchObject({ code: '22P02' });
  await backend.database.query('delete from public.samples where id >= 100');
});

test('arguments of a function are read by the types of its parameters', async () => {
  const call = async (query: string) => (await ask(`rpc/echo?${query}`)).body;
  const post = async (args: object) => (await ask('rpc/echo', { method: 'POST', body: JSON.stringify(args) })).body;
  for (const word of SENT) {
    expect(await call(new URLSearchParams({ word }).toString())).toEqual([word, null, null, null, null]);
    expect(await post({ word, doc: word, list: [word] })).toEqual([word, null, null, word, [word]]);
  }
  expect(await call('number=%200x10&flag=off&doc=null&list={null,"null"}')).toEqual([
    null,
    16,
    false,
    null,
    [null, 'null'],
  ]);
  expect(await post({ word: 5, number: '7', flag: 'no', doc: { a: 1 } })).toEqual(['5', 7, false, { a: 1 }, null]);
  expect(await call('number=1e3')).toMatchObject({ code: '22P02' });
});
