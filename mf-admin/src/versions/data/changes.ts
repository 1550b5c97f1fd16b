import type { Field } from '../../kinds/model/field.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { changesBetween } from '../model/conflict-texts.ts';
import type { FieldChange } from '../model/difference.ts';
import { referencesIn, type Values } from '../model/merge-record.ts';
import { namesOf } from './history.ts';

/** The fields that differ between two versions of a record; references by their names. */
export async function changesOf(
  fields: Readonly<Record<string, Field>>,
  before: Values,
  after: Values,
): Promise<readonly FieldChange[]> {
  const ids = referencesIn(fields, [before, after]);
  return changesBetween(fields, before, after, new Map(await asStaff((client) => namesOf(client, ids))));
}
