import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { ComponentType } from 'react';
import type { AnyRecord, AnyRecordKind, Draft, Values } from '../../kinds/model/define-record.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { readEditing } from '../data/editing.ts';
import { namesOf } from '../data/names.ts';
import { type Comparison, referencesIn, withTextsOf } from '../model/merge-record.ts';
import type { ComparisonScreenProps } from './compare-and-merge.tsx';

export interface Compared {
  readonly comparison: Comparison;
  readonly stored: AnyRecord;
  readonly Screen: ComponentType<ComparisonScreenProps>;
}

interface Typed {
  readonly mine: Values;
  /** The values that typing began with; undefined for input that an earlier release kept. */
  readonly began: Values | undefined;
  readonly version: string | null;
  /** By default a record is read from its table. */
  readonly read: ((client: StaffClient) => Promise<AnyRecord>) | undefined;
}

/**
 * The version that the input is merged with, and what both began with: the draft that somebody else has saved, else the
 * record. A draft of an earlier version of the record takes the present one into account then.
 */
function against(read: AnyRecord, version: string | null, began: Values | null) {
  const { draft, ...record } = read;
  if (!draft) return { base: began, other: record.values, stored: read };
  if (draft.updatedAt !== version) return { base: began, other: draft.values, stored: read };
  const current: Draft<AnyRecordKind> = { ...draft, isStale: false, base: record.updatedAt };
  const base = draft.isStale ? draft.began : record.values;
  return { base, other: record.values, stored: { ...read, draft: current } };
}

/** Reads the stored version, which a person compares with the input. */
export async function compare(
  kind: AnyRecordKind,
  id: string,
  { mine, began, version, read: readStored }: Typed,
): Promise<Compared> {
  const { fields } = kind;
  const [read, { CompareAndMerge }] = await Promise.all([
    asStaff(readStored ?? ((client) => readEditing(client, kind, id))),
    import(/* webpackChunkName: "admin-merge" */ './compare-and-merge.tsx'),
  ]);
  const { base, other, stored } = against(read, version, began ?? null);
  const theirs = withTextsOf(fields, base ?? mine, other);
  const versions = { base, mine, theirs };
  const ids = referencesIn(fields, base ? [base, mine, theirs] : [mine, theirs]);
  const names = new Map(await asStaff((client) => namesOf(client, ids)));
  return {
    comparison: { ...versions, fields, names },
    stored: stored.draft ? stored : { ...stored, values: theirs },
    Screen: CompareAndMerge,
  };
}
