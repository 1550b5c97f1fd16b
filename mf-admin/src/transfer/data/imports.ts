import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { newId } from '@ki/shared/data/new-id.ts';
import { entryOf, type FileRow, sizeOf, type Target } from '../../files/model/file-rows.ts';
import { asStaff, unwrapNothing } from '../../kit/data/as-staff.ts';
import { type Report, reportSchema } from '../model/report.ts';

/** Below the limit of a request, 1 MB. */
const BATCH = 900_000;
const MOST_IN_BATCH = 500;

function* batchesOf(rows: readonly FileRow[]) {
  let batch = { first: 1, entries: [] as ReturnType<typeof entryOf>[] };
  let size = 0;
  for (const [index, row] of rows.entries()) {
    const entry = entryOf(row);
    const own = sizeOf(entry) + 1;
    if (batch.entries.length > 0 && (size + own > BATCH || batch.entries.length === MOST_IN_BATCH)) {
      yield batch;
      batch = { first: index + 1, entries: [] };
      size = 0;
    }
    batch.entries.push(entry);
    size += own;
  }
  yield batch;
}

/** Sends the rows of a file in requests that the backend takes, and returns the import's id. */
export async function stage(rows: readonly FileRow[], onProgress: (share: number) => void): Promise<string> {
  const id = newId();
  for (const { first, entries } of batchesOf(rows)) {
    await asStaff(async (client) =>
      unwrapNothing(await client.rpc('stage_import', { import: id, first, entries: entries as Json })),
    );
    onProgress((first + entries.length - 1) / rows.length);
  }
  return id;
}

export interface ImportCall {
  readonly target: Target;
  readonly id: string;
  readonly updateExisting: boolean;
  readonly leaveOut?: boolean;
  /** Of the check that was shown; without it nothing is written. */
  readonly plan?: string;
}

/** Checks the staged rows; with a plan it imports them, unless the database now finds something else. */
export async function runImport(client: StaffClient, call: ImportCall): Promise<Report> {
  const answer = await client.rpc('run_import', {
    target: call.target,
    import: call.id,
    update_existing: call.updateExisting,
    leave_out: call.leaveOut ?? false,
    ...(call.plan && { plan: call.plan }),
  });
  const { data, success } = reportSchema.safeParse(unwrap(answer));
  if (!success) throw new DataError('unavailable', 'The database answered with something else than a report.');
  return data;
}
