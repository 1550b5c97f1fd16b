import fc from 'fast-check';
import { type Role, roles } from '../../policies/testing/backend.ts';
import { calls } from '../../policies/testing/calls.ts';
import { rules, type TableRules } from '../../policies/testing/rules.ts';
import { spoilt, strangeText } from './strange-values.ts';

export interface StrangeRequest {
  readonly as: Role;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const words = (text: string) => text.trim().split(/\s+/);

const OPERATORS = words(`
  eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj
  not.eq not.is any all eq(any) like(all) nope`);
const VALUES = words('1 neu null true (1,2) ("a","b,") {a} *a* () b0000000-0000-4000-8000-000000000001');
const SELECTS = words(`
  * id count() id::text id::nope a:id categories(*) categories!inner(name) ...categories(name) modules(lessons(*))
  x->y->>z *,* , ( id( posts(posts(posts(*))) title.count() sum(id)`);
const COLUMNS = words(`
  id title name slug created_at duration input_data nope input_data->>a categories.name or and not.or __proto__`);
const ORDERS = words('id title.desc title.asc.nullsfirst nope categories(name).asc id.sideways ,');

const any = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
/** Mostly valid values, sometimes invalid ones. */
const mostly = (values: readonly string[]) =>
  fc.oneof({ weight: 5, arbitrary: any(values) }, { weight: 1, arbitrary: strangeText });

const filter = fc
  .tuple(mostly(COLUMNS), mostly(OPERATORS), mostly(VALUES))
  .map(([column, operator, value]) => [column, `${operator}.${value}`] as const);
const option = fc.oneof(
  fc.tuple(fc.constant('select'), mostly(SELECTS)),
  fc.tuple(fc.constant('order'), mostly(ORDERS)),
  fc.tuple(any(['limit', 'offset']), mostly(['0', '1', '-1', '1e9', '99999999999999999999', 'x'])),
  fc.tuple(any(['or', 'and', 'not.or']), mostly(['(id.eq.1,title.is.null)', '(and(id.eq.1))', '(', '()', '(or())'])),
  fc.tuple(any(['columns', 'on_conflict', 'apikey']), mostly(['id', 'title,slug', 'nope'])),
);

const query = fc
  .tuple(fc.array(filter, { maxLength: 3 }), fc.array(option, { maxLength: 3 }))
  .map(([filters, options]) =>
    [...filters, ...options]
      .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
      .join('&'),
  );

const PREFERENCES = words(`
  return=representation return=minimal count=exact count=planned resolution=merge-duplicates tx=rollback
  max-affected=1 missing=default ,,,`);
const ACCEPTED = words(`
  application/json application/vnd.pgrst.object+json text/csv application/vnd.pgrst.plan application/geo+json
  application/octet-stream a/b */*;q=0 ,`);
const SENT = words(`
  application/json text/csv application/x-www-form-urlencoded text/plain application/octet-stream
  multipart/form-data /`);

/** Header values that `fetch` can send. */
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['prefer', [...PREFERENCES, 'handling=strict, nope=1']],
  ['range', words('0-1 5-2 -1 a-b 0- 99999999999999999999-')],
  ['range-unit', ['items', 'bytes']],
  ['accept', ACCEPTED],
  ['content-type', [...SENT, 'application/json; charset=utf-16']],
  ['accept-profile', ['public', 'private', 'shipping', 'auth', 'nope', '']],
  ['content-profile', ['public', 'private', 'auth', '"']],
  ['x-http-method-override', ['DELETE']],
  ['accept-encoding', ['br', 'gzip;q=0', '*', 'nope']],
];
const header = any(HEADERS).chain(([name, values]) => any(values).map((value) => [name, value] as const));
const headers = fc.array(header, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));

const METHODS = words('GET GET HEAD POST POST PATCH PUT DELETE OPTIONS');

const pathPart = strangeText.map((text) => encodeURIComponent(text.toWellFormed()));

export const tableRequest: fc.Arbitrary<StrangeRequest> = any(Object.entries<TableRules>(rules)).chain(
  ([table, { row }]) =>
    fc
      .record({
        as: any(roles),
        method: any(METHODS),
        query,
        headers,
        body: spoilt(row),
        name: fc.oneof({ weight: 9, arbitrary: fc.constant(table) }, { weight: 1, arbitrary: pathPart }),
      })
      .map(({ name, query: asked, ...rest }) => ({ ...rest, path: `/rest/v1/${name}?${asked}` })),
);

export const callRequest: fc.Arbitrary<StrangeRequest> = any(Object.entries(calls)).chain(([name, { args }]) =>
  fc
    .record({
      as: any(roles),
      method: any(['POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT']),
      query,
      headers,
      body: spoilt(args),
    })
    .map(({ query: asked, ...rest }) => ({ ...rest, path: `/rest/v1/rpc/${name}?${asked}` })),
);

const SESSIONS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['token?grant_type=password', { email: 'a@example.com', password: 'geheim-genug' }],
  ['token?grant_type=refresh_token', { refresh_token: 'x' }],
  ['token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }],
  ['token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
  ['token', {}],
  ['signup', { email: 'a@example.com', password: 'kurz', data: {} }],
  ['user', { data: { name: 'a' } }],
  ['settings', {}],
  ['health', {}],
  ['otp', { email: 'a@example.com' }],
  ['verify', { type: 'signup', token: '1', email: 'a@example.com' }],
  ['authorize?provider=google&redirect_to=//evil.example', {}],
  ['callback?code=x&state=y', {}],
  ['admin/users', {}],
  ['invite', { email: 'a@example.com' }],
  ['admin/generate_link', { type: 'recovery', email: 'admin@example.com' }],
  ['factors', { factor_type: 'totp' }],
  ['sso', { domain: 'a.example' }],
];

export const sessionRequest: fc.Arbitrary<StrangeRequest> = any(SESSIONS).chain(([path, right]) =>
  fc
    .record({ as: fc.constant<Role>('visitor'), method: any(METHODS), headers, body: spoilt(right) })
    .map((rest) => ({ ...rest, path: `/auth/v1/${path}` })),
);
