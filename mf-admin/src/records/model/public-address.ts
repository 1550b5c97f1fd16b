import type { AnyRecordKind } from './define-record.ts';
import type { Publication } from './fields.ts';

interface Row {
  readonly id: string;
}

/** The field of a kind that publishes its records, by name. */
export function publicationOf({ fields }: Pick<AnyRecordKind, 'fields'>): readonly [string, Publication] | null {
  const [name, field] = Object.entries(fields).find(([, { publication }]) => publication) ?? [];
  return name !== undefined && field?.publication ? [name, field.publication] : null;
}

const columnIn = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

export function isDraft(kind: Pick<AnyRecordKind, 'fields'>, stored: object): boolean {
  const [name, publication] = publicationOf(kind) ?? [];
  return name !== undefined && columnIn(stored, name) === publication?.draft;
}

/** Where visitors see a record; null when they do not. The row needs the fields that publication and address take. */
export function publicAddressOf(kind: Pick<AnyRecordKind, 'fields' | 'view'>, row: Row): string | null {
  const [name, publication] = publicationOf(kind) ?? [];
  if (!kind.view || (name !== undefined && !publication?.isPublic(columnIn(row, name)))) return null;
  return kind.view(row as never);
}
