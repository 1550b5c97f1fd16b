import { readFileSync } from 'node:fs';
import type { Database } from '../../local-backend/database/database.ts';
import { stableId } from '../../seed/references.ts';

export interface Question {
  readonly query: string;
  /** Ids of the records that may come first. */
  readonly answers: readonly string[];
  /** Words of which one has to be suggested, for a query with a typing error. */
  readonly words: readonly string[];
}

type Line = readonly string[];

const lines: readonly Line[] = readFileSync(new URL('questions.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

/** Adds the pages that some questions are about, which the demo does not have. */
export async function addPages(database: Database): Promise<void> {
  for (const page of lines.filter(({ length }) => length === 3))
    await database.query(
      `insert into public.pages (id, slug, title, content, published_at) values ($1, $2, $3, $4, now() - interval '1 day')`,
      [stableId('page', page[0] ?? ''), ...page],
    );
}

/** Questions to the demo and to these pages. */
export async function readQuestions(database: Database): Promise<readonly Question[]> {
  const rows = await database.query<{ id: string; title: string }>('select id, title from public.matrix_workshops');
  const matrix = new Map(rows.map(({ id, title }) => [title, id]));
  const idOf = (answer: string) => {
    const [, kind = '', key = ''] = /^(\w+):(.*)$/.exec(answer) ?? [];
    const id = kind === 'matrix' ? matrix.get(key) : stableId(kind, key);
    if (!id) throw new Error(`No record is ${answer}`);
    return id;
  };
  return lines
    .filter(({ length }) => length === 2)
    .map(([query = '', right = '']) => ({
      query,
      answers: right.startsWith('?') ? [] : right.split(' | ').map(idOf),
      words: right.startsWith('?') ? right.split(/ ?\?/).filter(Boolean) : [],
    }));
}
