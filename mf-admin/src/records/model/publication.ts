import { fromLocalInput, toLocalInput } from '@ki/shared/format/dates.ts';
import { type Field, flag, optionalText } from './fields.ts';
import { z } from './z.ts';

export type PublicationState = 'draft' | 'scheduled' | 'published';

export function publicationState(publishedAt: string | null, now: number): PublicationState {
  if (publishedAt === null) return 'draft';
  return Date.parse(publishedAt) > now ? 'scheduled' : 'published';
}

/** Local time in the format of `datetime-local`. */
export const publishDate: Field<string, 'published_at', string | null> = {
  ...optionalText('published_at', 'Publish Date', { schema: z.string(), diff: 'moment' }),
  toValue: toLocalInput,
  /** Empty: now for a new record, a draft for a stored one. An untouched value keeps its seconds. */
  toStored(input, before) {
    if (before === undefined) return fromLocalInput(input) ?? new Date().toISOString();
    return input === toLocalInput(before) ? before : fromLocalInput(input);
  },
  isOwn: true,
  publication: {
    draft: null,
    isPublic: (stored) => publicationState(stored, Date.now()) === 'published',
    published(input) {
      const [typed, now] = [fromLocalInput(input), new Date().toISOString()];
      return typed !== null && typed < now ? typed : now;
    },
  },
};

export const publishFlag = <const Column extends string>(
  column: Column,
  label: string,
): Field<boolean, Column, boolean> => ({
  ...flag(column, label),
  isOwn: true,
  publication: { draft: false, isPublic: Boolean, published: () => true },
});
