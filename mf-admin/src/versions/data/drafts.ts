import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import type { AnyRecordKind, Values } from '../../kinds/model/define-record.ts';
import type { Field } from '../../kinds/model/field.ts';
import { asStaff, unwrapNothing } from '../../kit/data/as-staff.ts';
import { changesBetween } from '../model/conflict-texts.ts';
import type { FieldChange } from '../model/difference.ts';
import { referencesIn } from '../model/merge-record.ts';
import { namesOf } from './names.ts';

/** A draft that is written. `version` is its `updated_at`, null for a new one; `base` that of the record, null for the known one. */
export interface DraftVersion {
  readonly version: string | null;
  readonly base: string | null;
}

type Columns = Readonly<Record<string, unknown>>;
type DraftedKind = Pick<AnyRecordKind, 'table'>;

/** The generated types do not allow arguments that are null. */
const call = (client: UntypedClient, name: 'save_draft' | 'publish_draft', { table }: DraftedKind, args: Columns) =>
  client.rpc(name, { kind: table, ...args });

/**
 * Stores columns in the draft of a record. Throws `conflict` when the draft or the record is of another version.
 * Returns its new version. `publishAt`: when the draft is published.
 */
export async function saveDraft(
  client: StaffClient,
  kind: DraftedKind,
  record: string,
  columns: Columns,
  { publishAt, ...version }: DraftVersion & { readonly publishAt: string | null },
): Promise<string> {
  return z
    .string()
    .parse(unwrap(await call(client, 'save_draft', kind, { record, columns, ...version, publish_at: publishAt })));
}

/** Writes a draft to its record and deletes it. Throws `conflict` as {@link saveDraft} does, and as a record's save does. */
export async function publishDraft(
  client: StaffClient,
  kind: DraftedKind,
  record: string,
  columns: Columns,
  version: DraftVersion,
): Promise<void> {
  unwrapNothing(await call(client, 'publish_draft', kind, { record, columns, ...version }));
}

export async function discardDraft(client: StaffClient, record: string, version: string): Promise<void> {
  unwrapNothing(await client.rpc('discard_draft', { record, version }));
}

/** The fields that differ between two versions of a record; references by their names. */
export async function changesOf(
  fields: Readonly<Record<string, Field>>,
  before: Values,
  after: Values,
): Promise<readonly FieldChange[]> {
  const ids = referencesIn(fields, [before, after]);
  return changesBetween(fields, before, after, new Map(await asStaff((client) => namesOf(client, ids))));
}
