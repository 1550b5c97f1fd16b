import type { Item } from './read-export.ts';
import { restrictionOf } from './restriction.ts';

const LEFT_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    trash: 'It is in the trash.',
    'auto-draft': 'WordPress saved it by itself; nobody wrote it.',
    inherit: 'It is a version of another post.',
  }),
);

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    page: 'This is a page, not a post.',
    attachment: 'This is a file of the media library, not a post.',
    wp_block: 'This is a reusable block; posts of this file that use it have its text.',
    revision: 'This is a version of another post.',
  }),
);

export function reasonToLeaveOut({ parts }: Item): string | undefined {
  const type = parts['wp:post_type'] ?? '';
  if (type === 'post') return LEFT_OUT.get(parts['wp:status'] ?? '');
  return TYPES.get(type) ?? (type ? `This is of the type ${type}, not a post.` : 'Its type is missing; expected post.');
}

const PUBLIC: ReadonlySet<string | undefined> = new Set(['publish', 'future']);
const DRAFTS: ReadonlySet<string | undefined> = new Set(['draft', 'pending', 'private']);

const ZERO = /^\s*(?:0000|-|$)/;
const isDate = (value: string | undefined): value is string => value !== undefined && !ZERO.test(value);

export interface Publication {
  readonly date: string | null;
  readonly notes: readonly string[];
}

const draft = (note?: string): Publication => ({ date: null, notes: note ? [`${note}: it becomes a draft.`] : [] });

/** A post that is not known to be public is a draft. `restrictions` names parts of its text that some readers see. */
export function publicationOf(item: Item, restrictions: readonly string[]): Publication {
  const { 'wp:status': status, 'wp:post_date_gmt': gmt, 'wp:post_date': local, pubDate } = item.parts;
  const restriction = restrictionOf(item, restrictions);
  if (restriction) return draft(restriction);
  if (!PUBLIC.has(status)) {
    return DRAFTS.has(status) ? draft() : draft(status ? `The status ${status} is unknown here` : 'It has no status');
  }
  if (isDate(gmt)) return { date: `${gmt.trim().replace(' ', 'T')}Z`, notes: [] };
  const moment = new Date(pubDate ?? '');
  if (moment.getUTCFullYear() > 1970) return { date: moment.toISOString(), notes: [] };
  if (!isDate(local)) return draft('It has no date');
  return {
    date: local.trim().replace(' ', 'T'),
    notes: ['Its date has no time zone: it is read in that of this site.'],
  };
}
