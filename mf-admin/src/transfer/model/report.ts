import type { FileRow } from '../../files/model/file-rows.ts';

export type Outcome = 'create' | 'update' | 'unchanged' | 'wrong' | 'left out';

export interface Report {
  readonly plan: string;
  readonly rows: readonly (readonly [
    number: number,
    outcome: Exclude<Outcome, 'left out'>,
    faults: readonly string[],
  ])[];
  readonly creates: readonly string[];
  readonly done: boolean;
}

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

export const OUTCOMES = ['create', 'update', 'unchanged', 'wrong', 'left out'] as const satisfies readonly Outcome[];

export type Counts = Readonly<Record<Outcome, number>>;

export function countsOf(rows: readonly Pick<ReportRow, 'outcome'>[]): Counts {
  const counts = { create: 0, update: 0, unchanged: 0, wrong: 0, 'left out': 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

const WORDS: Readonly<Record<Outcome, (isDone: boolean) => string>> = {
  create: (isDone) => (isDone ? 'created' : 'would be created'),
  update: (isDone) => (isDone ? 'updated' : 'would be updated'),
  unchanged: () => 'unchanged',
  wrong: () => 'wrong',
  'left out': () => 'left out',
};

/** '12 would be created, 1 wrong' */
export function summaryOf(counts: Counts, isDone = false): string {
  const parts = OUTCOMES.flatMap((outcome) =>
    counts[outcome] > 0 ? [`${counts[outcome]} ${WORDS[outcome](isDone)}`] : [],
  );
  return parts.join(', ');
}
