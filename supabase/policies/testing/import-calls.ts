import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';

type Entry = Readonly<Record<string, unknown>>;

export interface ImportReport {
  readonly plan: string;
  readonly rows: readonly (readonly [number: number, outcome: string, faults: readonly string[]])[];
  readonly creates: readonly string[];
  readonly done: boolean;
}

interface Choices {
  readonly update?: boolean;
  readonly leaveOut?: boolean;
}

export async function stage(client: SupabaseClient, entries: readonly Entry[]): Promise<string> {
  const id = randomUUID();
  const { error } = await client.rpc('stage_import', { import: id, first: 1, entries });
  if (error) throw error;
  return id;
}

/** Calls the import of one target as one account, which signs in before the first test. */
export function importer(as: { readonly staff: SupabaseClient }, target: 'posts' | 'matrix') {
  const call = (id: string, { update = false, leaveOut = false }: Choices = {}, plan?: string) =>
    as.staff.rpc('run_import', { target, import: id, update_existing: update, leave_out: leaveOut, plan });

  async function report(id: string, choices: Choices = {}, plan?: string): Promise<ImportReport> {
    const { data, error } = await call(id, choices, plan);
    if (error) throw error;
    return data;
  }

  const check = async (entries: readonly Entry[], choices: Choices = {}) =>
    report(await stage(as.staff, entries), choices);

  /** Checks and imports, as a person does who changes nothing in between. */
  async function run(entries: readonly Entry[], choices: Choices = {}): Promise<ImportReport> {
    const id = await stage(as.staff, entries);
    return report(id, choices, (await report(id, choices)).plan);
  }

  return { call, report, check, run };
}

export const outcomes = ({ rows }: ImportReport) => rows.map(([, outcome]) => outcome);
export const faults = ({ rows }: ImportReport) => rows.flatMap(([, , found]) => found);
