import { differenceOf, type Field } from '../../kinds/model/field.ts';
import { type FieldChange, type Names, replaced, shown, type TextPart, textDifference } from './difference.ts';
import type { Comparison, Conflict, Place, Values } from './merge-record.ts';

export function labelOf({ fields, names }: Pick<Comparison, 'fields' | 'names'>, { name, part }: Place): string {
  const label = fields[name]?.label ?? name;
  return part === null ? label : `${label}: ${names.get(part) ?? '(deleted)'}`;
}

/** A value of a form, of which a date and a duration are typed in another format than they are stored. */
function valueText(field: Field, value: unknown, names: Names): string {
  const { diff } = differenceOf(field);
  if (value === '' || value === undefined) return '';
  const isTyped = diff === 'moment' || diff === 'duration';
  return shown(diff, field.column, isTyped ? field.toStored(value, undefined) : value, names);
}

function partsOf(field: Field, before: unknown, after: unknown, names: Names): readonly TextPart[] {
  const { diff, merge } = differenceOf(field);
  if (merge !== undefined || diff === 'words') return textDifference(String(before ?? ''), String(after ?? ''));
  const [old, current] = [valueText(field, before, names), valueText(field, after, names)];
  return old === current ? [] : replaced(old, current);
}

type Side = 'mine' | 'theirs';

/** The difference of one side to the value that both began with; `isBlind`: to the other side, as that value is not known. */
export function conflictParts(
  { fields, names }: Pick<Comparison, 'fields' | 'names'>,
  conflict: Conflict,
  side: Side,
  isBlind: boolean,
): readonly TextPart[] {
  const field = fields[conflict.name];
  if (!field) return [];
  const before = isBlind ? conflict[side === 'mine' ? 'theirs' : 'mine'] : conflict.base;
  return partsOf(field, before, conflict[side], names);
}

export function changesBetween(fields: Readonly<Record<string, Field>>, before: Values, after: Values, names: Names) {
  return Object.entries(fields).flatMap(([name, field]): FieldChange[] => {
    const parts = partsOf(field, before[name], after[name], names);
    return parts.every(({ kind }) => kind === 'same') ? [] : [{ label: field.label, parts }];
  });
}
