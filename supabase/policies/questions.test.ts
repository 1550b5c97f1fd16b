import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backend } from '../local-backend/boot.ts';
import { bootTestBackend } from '../local-backend/fixtures/test-backend.ts';
import { stableId } from '../seed/references.ts';

/** Shares of all questions. */
const LEAST_RIGHT = 0.8;
const MOST_WITHOUT_ANSWER = 0.05;

/** Of two columns: a query and its right first hits, or suggested words. Of three: a page with other texts than the demo has. */
const lines = readFileSync(new URL('testing/questions.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

let backend: Backend;
/** Ids of the workshops of the matrix, by title. */
let matrix: ReadonlyMap<string, string>;
beforeAll(async () => {
  backend = await bootTestBackend({ seed: 'demo' });
  const { query } = backend.database;
  for (const page of lines.filter(({ length }) => length === 3))
    await query(
      `insert into public.pages (id, slug, title, content, published_at) values ($1, $2, $3, $4, now() - interval '1 day')
       on conflict (id) do update set title = excluded.title, content = excluded.content`,
      [stableId('page', page[0] ?? ''), ...page],
    );
  const rows = await query<{ id: string; title: string }>('select id, title from public.matrix_workshops');
  matrix = new Map(rows.map(({ id, title }) => [title, id]));
}, 300_000);
afterAll(() => backend.close());

/** The id of a record that may come first, such as `post:slug`. */
function idOf(answer: string): string {
  const [, kind = '', key = ''] = /^(\w+):(.*)$/.exec(answer) ?? [];
  const id = kind === 'matrix' ? matrix.get(key) : stableId(kind, key);
  if (!id) throw new Error(`No record is ${answer}`);
  return id;
}

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly course: string | null;
}

/** A lesson answers for its course. */
const SEARCH = `
  select s.kind, s.id, s.title, m.course_id as course from public.search($1, 5) with ordinality as s (kind, id, slug, title, excerpt, rank, passage, outline, place)
  left join public.lessons l on l.id = s.id left join public.modules m on m.id = l.module_id
  where s.kind <> 'partial' order by s.place`;

/** With a typing error, one of the words after `?` has to be suggested. */
function isRight(right: string, hit: Hit | undefined): boolean {
  if (!right.startsWith('?'))
    return right
      .split(' | ')
      .map(idOf)
      .includes(hit?.course ?? hit?.id ?? '');
  const suggested = hit?.kind === 'suggestion' ? hit.title.toLowerCase().split(' ') : [];
  return right.split(/ ?\?/).some((word) => word !== '' && suggested.includes(word));
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

test('questions to the site are answered by the right first hit', async () => {
  const questions = lines.filter(({ length }) => length === 2);
  let [wrong, none] = [0, 0];
  for (const [query = '', right = ''] of questions) {
    const [hit] = await backend.database.query<Hit>(SEARCH, [query]);
    if (!hit) none += 1;
    if (isRight(right, hit)) continue;
    wrong += 1;
    process.stdout.write(`${query} → ${hit ? `${hit.kind}: ${hit.title}` : 'nothing'}\n`);
  }
  const [rightShare, noneShare] = [1 - wrong / questions.length, none / questions.length];
  process.stdout.write(
    `${questions.length} questions: first hit right ${percent(rightShare)}, none ${percent(noneShare)}\n`,
  );
  expect(rightShare).toBeGreaterThanOrEqual(LEAST_RIGHT);
  expect(noneShare).toBeLessThanOrEqual(MOST_WITHOUT_ANSWER);
}, 300_000);
