import { reader } from '@ki/shared/data/clients.ts';
import { previewIn } from '../contract/preview.ts';
import {
  type Declaration,
  type DeclaredLoader,
  type Read,
  type ReadRequest,
  resultSentAsHtml,
} from '../contract/reads.ts';
import type { Result } from '../contract/result.ts';
import { settle, unwrap } from './errors.ts';

export const run = <T>(read: Read<T>): Promise<Result<T>> => settle(reader().then(read));

const AS_HTML = 'asHtml';

/**
 * Marks a read whose whole rendering the document carries as HTML: hydration gets `null`, and `SettledHtml` keeps the
 * HTML.
 */
export const asHtml = <T>(read: Read<T>): Read<T> =>
  Object.assign((reader: Parameters<Read<T>>[0]) => read(reader), { [AS_HTML]: true });

const isRead = (value: unknown): value is Read<unknown> => typeof value === 'function';

const bound = (read: Read<unknown>) => async () => (AS_HTML in read ? resultSentAsHtml(await run(read)) : run(read));

const mapped = (values: object, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/**
 * A loader with declared reads. `declare` may run without any read following, so it only looks at the address; it may
 * throw a redirect.
 */
export function reads<Declared extends Declaration>(
  declare: (request: ReadRequest) => Declared,
): DeclaredLoader<Declared> {
  const declared: DeclaredLoader<Declared>['declare'] = ({ request, params, context }) =>
    mapped(declare({ url: new URL(request.url), params, preview: previewIn(context) }), (value) =>
      isRead(value) ? bound(value) : value,
    );
  const loader: unknown = (args: Parameters<typeof declared>[0]) =>
    mapped(declared(args), (value) => (typeof value === 'function' ? value() : value));
  return Object.assign(loader as DeclaredLoader<Declared>, { declare: declared });
}

/** The most rows that a backend returns at once. */
const CHUNK = 1000;

type Rows<Row> = Parameters<typeof unwrap<Row[] | null>>[0] & { readonly count: number | null };

/** All rows of a query, in chunks. `request` counts exactly, and must order by a unique column. */
export async function readAll<Row>(
  request: (first: number, last: number) => PromiseLike<Rows<Row>>,
  chunk = CHUNK,
): Promise<Row[]> {
  const head = await request(0, chunk - 1);
  const rows = unwrap(head);
  const starts = Array.from(
    { length: Math.ceil(((head.count ?? 0) - chunk) / chunk) },
    (_, index) => (index + 1) * chunk,
  );
  const rest = await Promise.all(starts.map((first) => request(first, first + chunk - 1)));
  return [...rows, ...rest.flatMap((answer) => unwrap(answer))];
}
