import { z } from 'zod/mini';
import type { FileRow } from '../../files/model/file-rows.ts';

const SENT = ['create', 'update', 'unchanged', 'wrong'] as const;

export const OUTCOMES = [...SENT, 'left out'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** `rows`: the number of a row, what would happen to it, and its faults. */
export const reportSchema = z.object({
  plan: z.string(),
  rows: z.array(z.tuple([z.number(), z.enum(SENT), z.array(z.string())])),
  creates: z.array(z.string()),
  done: z.boolean(),
});

export type Report = z.infer<typeof reportSchema>;

export interface ReportRow {
  readonly id: number;
  readonly place: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** The rows that are sent, in their order. */
export const importedRows = (rows: readonly FileRow[]) => rows.filter(({ leftOut }) => leftOut === undefined);

/** All rows of a file with what would happen to each; the database knows the sent ones by their number. */
export function reportRows(rows: readonly FileRow[], report: Report): ReportRow[] {
  const found = report.rows.values();
  return rows.map(({ place, title, leftOut, notes }, index) => {
    const shared = { id: index + 1, place, title: title || '(no title)' };
    if (leftOut !== undefined) return { ...shared, outcome: 'left out', faults: [], notes: [leftOut] };
    const [, outcome = 'wrong', faults = []] = found.next().value ?? [];
    return { ...shared, outcome, faults, notes };
  });
}

export type Counts = Readonly<Record<Outcome, number>>;

export function countsOf(rows: readonly Pick<ReportRow, 'outcome'>[]): Counts {
  const counts = { create: 0, update: 0, unchanged: 0, wrong: 0, 'left out': 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

const WRITTEN: Readonly<Partial<Record<Outcome, string>>> = { create: 'created', update: 'updated' };

/** '12 would be created, 1 wrong' */
export const summaryOf = (counts: Counts, isDone = false): string =>
  OUTCOMES.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => [counts[outcome], WRITTEN[outcome] && !isDone && 'would be', WRITTEN[outcome] ?? outcome])
    .map((words) => words.filter(Boolean).join(' '))
    .join(', ');
