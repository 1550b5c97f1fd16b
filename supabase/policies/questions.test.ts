import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backend } from '../local-backend/boot.ts';
import { bootTestBackend } from '../local-backend/fixtures/test-backend.ts';
import { addPages, type Question, readQuestions } from './testing/questions.ts';

/** Shares of all questions. */
const LEAST_RIGHT = 0.8;
const MOST_WITHOUT_ANSWER = 0.05;

let backend: Backend;
beforeAll(async () => {
  backend = await bootTestBackend({ seed: 'demo' });
  await addPages(backend.database);
}, 300_000);
afterAll(() => backend.close());

interface Answer {
  readonly question: Question;
  readonly first: string | undefined;
  readonly isRight: boolean;
  readonly isThere: boolean;
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

async function answer(question: Question): Promise<Answer> {
  const { query, answers, words } = question;
  const [hit] = await backend.database.query<Hit>(SEARCH, [query]);
  const isSuggestion = hit?.kind === 'suggestion';
  const suggested = isSuggestion ? hit.title.toLowerCase().split(' ') : [];
  const isRight =
    words.length > 0 ? words.some((word) => suggested.includes(word)) : answers.includes(hit?.course ?? hit?.id ?? '');
  return { question, first: hit && `${hit.kind}: ${hit.title}`, isRight, isThere: hit !== undefined };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

test('questions to the site are answered by the right first hit', async () => {
  const all: Answer[] = [];
  for (const question of await readQuestions(backend.database)) all.push(await answer(question));
  const wrong = all.filter(({ isRight }) => !isRight);
  const right = 1 - wrong.length / all.length;
  const none = all.filter(({ isThere }) => !isThere).length / all.length;
  for (const { question, first } of wrong) process.stdout.write(`${question.query} → ${first ?? 'nothing'}\n`);
  process.stdout.write(`${all.length} questions: first hit right ${percent(right)}, none ${percent(none)}\n`);
  expect(right).toBeGreaterThanOrEqual(LEAST_RIGHT);
  expect(none).toBeLessThanOrEqual(MOST_WITHOUT_ANSWER);
}, 300_000);
