import { fromLocalInput, toLocalInput } from '@ki/shared/format/dates.ts';
import { NOW, serverNow } from '../../kit/model/clock.ts';
import { z } from '../../kit/model/z.ts';
import { isSkipped, momentOf, SKIPPED, siteDateTime } from '../../kit/model/zones.ts';
import type { Field, Look } from './field.ts';
import { flag, optionalText } from './fields.ts';

export type PublicationState = 'unpublished' | 'scheduled' | 'published';

/** By the time of the database. */
export function publicationState(publishedAt: string | null, now = serverNow()): PublicationState {
  if (publishedAt === null) return 'unpublished';
  return Date.parse(publishedAt) > now ? 'scheduled' : 'published';
}

/** A typed minute that is not over is now, which is in the same minute and never to come. */
const MINUTE_MS = 60_000;

const schema = z.string().refine((typed) => !isSkipped(typed), SKIPPED);

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

export const publishFlag = <const Column extends string>(
  column: Column,
  label: string,
  look: Look = {},
): Field<boolean, Column, boolean> => ({
  ...flag(column, label, look),
  isOwn: true,
  publication: { unpublished: false, isPublic: Boolean, published: () => true },
});
