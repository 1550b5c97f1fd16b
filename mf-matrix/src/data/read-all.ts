import { unwrap } from '@ki/shared/data/errors.ts';

/** Most rows that one request may bring. */
const CHUNK = 1000;

interface Answer<Row> {
  readonly data: Row[] | null;
  readonly error: { readonly message: string; readonly code?: string } | null;
  readonly status: number;
  readonly count: number | null;
}

/** All rows of a query: the first request also counts, the rest follow at once. `ask` must order by something unique. */
export async function readAll<Row>(
  ask: (first: number, last: number) => PromiseLike<Answer<Row>>,
  chunk = CHUNK,
): Promise<Row[]> {
  const head = await ask(0, chunk - 1);
  const rows = unwrap(head);
  const starts = Array.from(
    { length: Math.ceil(((head.count ?? 0) - chunk) / chunk) },
    (_, index) => (index + 1) * chunk,
  );
  const rest = await Promise.all(starts.map((first) => ask(first, first + chunk - 1)));
  return [...rows, ...rest.flatMap(unwrap)];
}
