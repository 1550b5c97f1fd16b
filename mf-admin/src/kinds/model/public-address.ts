import type { AnyRecordKind } from './define-record.ts';
import type { PublicationRule } from './field.ts';

interface Row {
  readonly id: string;
}

/** The field of a kind that publishes its records, by name. */
export function publicationRuleOf({
  fields,
}: Pick<AnyRecordKind, 'fields'>): readonly [string, PublicationRule] | null {
  const [name, field] = Object.entries(fields).find(([, { publication }]) => publication) ?? [];
  return name !== undefined && field?.publication ? [name, field.publication] : null;
}

const columnIn = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

export function isUnpublished(kind: Pick<AnyRecordKind, 'fields'>, stored: object): boolean {
  const [name, rule] = publicationRuleOf(kind) ?? [];
  return name !== undefined && columnIn(stored, name) === rule?.unpublished;
}

/** Whether visitors see a record. The row needs the fields that decide this. */
export function isLive(kind: Pick<AnyRecordKind, 'fields' | 'isLive'>, row: object): boolean {
  const [name, rule] = publicationRuleOf(kind) ?? [];
  if (name !== undefined && rule) return rule.isPublic(columnIn(row, name));
  return kind.isLive?.(row as never) ?? true;
}

/** Where visitors see a record; null when they do not. The row needs the fields that publication and address take. */
export function publicAddressOf(kind: Pick<AnyRecordKind, 'fields' | 'view'>, row: Row): string | null {
  return kind.view && isLive(kind, row) ? kind.view(row as never) : null;
}
