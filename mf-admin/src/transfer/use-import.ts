import { DataError } from '@ki/shared/data/errors.ts';
import { useRef, useState } from 'react';
import { type ReadFile, UnreadableFile } from '../files/model/file-rows.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import type { Progress } from '../kit/progress-note.tsx';
import { errorText } from '../kit/use-operation.ts';
import { type ImportCall, runImport, stage } from './data/imports.ts';
import { readFiles } from './model/read-files.ts';
import { type Counts, countsOf, importedRows, type Report, type ReportRow, reportRows } from './model/report.ts';

type Chosen = ReadFile & { readonly name: string };

export interface Checked {
  readonly file: Chosen;
  readonly report: Report;
  readonly rows: readonly ReportRow[];
  readonly counts: Counts;
  readonly updateExisting: boolean;
  /** The database found something else when the import began. */
  readonly isOutdated: boolean;
}

const NOTHING = {
  progress: null as Progress | null,
  alert: null as { readonly text: string; readonly canRetry: boolean } | null,
  /** Rows that were read stay here after a failure. */
  file: null as Chosen | null,
  checked: null as Checked | null,
  /** The choice of the next check. */
  updateExisting: false,
  isWriting: false,
};
type State = Readonly<typeof NOTHING>;

function checkedOf(file: Chosen, report: Report, choices: Pick<Checked, 'updateExisting' | 'isOutdated'>): Checked {
  const rows = reportRows(file.rows, report);
  return { file, report, rows, counts: countsOf(rows), ...choices };
}

const textOf = (error: unknown) => {
  if (error instanceof UnreadableFile) return error.message;
  const text = errorText(error);
  return text === 'An error occurred'
    ? 'The server did not answer. Nothing was imported; the rows are still here.'
    : text;
};

type Ask = Omit<ImportCall, 'id' | 'target'>;

export function useImport() {
  const [state, setState] = useState<State>(NOTHING);
  const running = useRef(false);
  /** The files or the choice that came last while something else ran. */
  const waiting = useRef<(() => Promise<void>) | null>(null);
  const isReading = useRef(false);
  const updatesExisting = useRef(NOTHING.updateExisting);
  const staged = useRef<{ readonly file: ReadFile; readonly id: string } | null>(null);
  const show = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));

  async function idOf(file: ReadFile): Promise<string> {
    if (staged.current?.file === file) return staged.current.id;
    const id = await stage(importedRows(file.rows), (share) => show({ progress: { text: 'Sending rows', share } }));
    staged.current = { file, id };
    return id;
  }

  async function call(file: ReadFile, ask: Ask): Promise<Report> {
    const id = await idOf(file);
    show({ progress: { text: ask.plan ? 'Importing' : 'Checking rows', since: Date.now() } });
    return asStaff((client) => runImport(client, { target: file.target, id, ...ask }));
  }

  /** The database keeps staged rows for a day, and until they are imported. */
  async function callAgain(file: ReadFile, ask: Ask): Promise<Report> {
    try {
      return await call(file, ask);
    } catch (error) {
      if (!(error instanceof DataError) || error.code !== 'not_found') throw error;
      staged.current = null;
      return call(file, ask);
    }
  }

  async function run(work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    show({ alert: null });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof UnreadableFile)) console.error(error);
      show({ alert: { text: textOf(error), canRetry: !(error instanceof UnreadableFile) } });
    } finally {
      running.current = false;
      show({ progress: null, isWriting: false });
    }
    await runWaiting();
  }

  async function runWaiting(): Promise<void> {
    const next = waiting.current;
    waiting.current = null;
    if (next) await run(next);
  }

  const later = async (work: () => Promise<void>): Promise<void> => {
    waiting.current = work;
    if (!running.current) await runWaiting();
  };

  const check = async (file: Chosen) => {
    if (importedRows(file.rows).length === 0) {
      throw new UnreadableFile('There is nothing to import: every entry of this file is left out.');
    }
    const updateExisting = updatesExisting.current;
    const report = await callAgain(file, { updateExisting });
    show({ checked: checkedOf(file, report, { updateExisting, isOutdated: false }) });
  };

  const choose = async (files: readonly File[]) => {
    show({ progress: { text: 'Reading' } });
    isReading.current = true;
    const read = await readFiles(files, (rows) => show({ progress: { text: `Reading: ${rows} rows` } })).finally(() => {
      isReading.current = false;
    });
    const [{ name = '' } = {}, ...more] = files;
    const file = { ...read, name: more.length > 0 ? `${files.length} files` : name };
    show({ file, checked: null });
    await check(file);
  };

  return {
    ...state,
    choose: (files: readonly File[]) => later(() => choose(files)),
    check: (file: Chosen) => run(() => check(file)),
    /** Checks anew, unless other files are read or wait: they are checked by this choice. */
    setUpdateExisting: async (file: Chosen, updateExisting: boolean) => {
      updatesExisting.current = updateExisting;
      show({ updateExisting });
      if (isReading.current && !waiting.current) return;
      await later(waiting.current ?? (() => check(file)));
    },
    write: ({ file, report, updateExisting }: Checked, leaveOut: boolean) =>
      run(async () => {
        show({ isWriting: true });
        const next = await callAgain(file, { updateExisting, leaveOut, plan: report.plan });
        show({ checked: checkedOf(file, next, { updateExisting, isOutdated: !next.done }) });
      }),
  };
}

export type Import = ReturnType<typeof useImport>;
