import { fromLocalInput, toLocalInput } from '@ki/shared/format/dates.ts';
import { z } from 'zod/mini';
import { NOW, serverNow } from '../../kit/model/clock.ts';
import { isSkipped, momentOf, SKIPPED, siteDateTime } from '../../kit/model/zones.ts';
import type { AnyRecordKind } from './define-record.ts';
import type { Field, Look, PublicationRule } from './field.ts';
import { flag, optionalText } from './fields.ts';

export type PublicationState = 'unpublished' | 'scheduled' | 'published';

/** By the time of the database. */
export function publicationState(publishedAt: string | null, now = serverNow()): PublicationState {
  if (publishedAt === null) return 'unpublished';
  return Date.parse(publishedAt) > now ? 'scheduled' : 'published';
}

/** A typed minute that is not over is now, which is in the same minute and never to come. */
const MINUTE_MS = 60_000;

const schema = z.string().check(z.refine((typed) => !isSkipped(typed), SKIPPED));

/** Local time in the format of `datetime-local`. */
export const publishDate: Field<string, 'published_at', string | null> = {
  ...optionalText('published_at', 'Publish Date', { schema, input: { type: 'datetime-local' } }),
  kind: 'moment',
  toValue: toLocalInput,
  /** Empty: now for a new record, unpublished for a stored one. An untouched value keeps its seconds. */
  toStored(input, before) {
    if (before === undefined) return input === '' ? NOW : fromLocalInput(input);
    return momentOf(input, before);
  },
  isOwn: true,
  publication: {
    unpublished: null,
    isPublic: (stored) => stored === NOW || publicationState(stored) === 'published',
    time: (stored) => (stored === null ? '' : siteDateTime(stored)),
    published(input) {
      const typed = fromLocalInput(input);
      return typed !== null && Date.parse(typed) + MINUTE_MS <= serverNow() ? typed : NOW;
    },
  },
};

export const publishFlag = <Column extends string>(
  column: Column,
  label: string,
  look?: Look,
): Field<boolean, Column, boolean> => ({
  ...flag(column, label, look),
  isOwn: true,
  publication: { unpublished: false, isPublic: Boolean, published: () => true },
});

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
