import { draft, type Publication } from '../conversion.ts';
import type { Item } from './read-export.ts';

const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['trash', 'It is in the trash.'],
  ['auto-draft', 'WordPress saved it by itself; nobody wrote it.'],
  ['inherit', 'It is a version of another post.'],
]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['page', 'This is a page, not a post.'],
  ['attachment', 'This is a file of the media library, not a post.'],
  ['wp_block', 'This is a reusable block; posts of this file that use it have its text.'],
  ['revision', 'This is a version of another post.'],
]);

export function reasonToLeaveOut({ parts }: Item): string | undefined {
  const type = parts['wp:post_type'] ?? '';
  if (type === 'post') return LEFT_OUT.get(parts['wp:status'] ?? '');
  return TYPES.get(type) ?? (type ? `This is of the type ${type}, not a post.` : 'Its type is missing; expected post.');
}

const PUBLIC: ReadonlySet<string | undefined> = new Set(['publish', 'future']);
const DRAFTS: ReadonlySet<string | undefined> = new Set(['draft', 'pending', 'private']);

const ZERO = /^\s*(?:0000|-|$)/;
const isDate = (value: string | undefined): value is string => value !== undefined && !ZERO.test(value);

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

const BLOCK = /<!--\s+wp:([a-z][\w/-]*)/g;
/** Doubled brackets show a shortcode. */
const SHORTCODE = /(?<!\[)\[\/?(_*[a-z][\w-]*)/g;

/** Names of blocks and shortcodes that plugins for members show to some readers. */
const RESTRICTING =
  /(?<![a-z])(?:member|restrict|protect|paywall|private|subscriber)|logged[-_]?in|premium[-_]content|content-control|^(?:_*s2[iI]f|wpmem_|um_show|mepr-|pmpro|rcp_|swpm|ihc-|wlm_|wcm_|groups_|is_paid$)/;

/** The names of blocks and shortcodes in a text that are not for everybody. `emptyBlocks` are those that are no part of it any more. */
export function restrictionsIn(html: string, emptyBlocks: readonly string[]): string[] {
  const names = [BLOCK, SHORTCODE].flatMap((pattern) => [...html.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set([...names, ...emptyBlocks].filter((name) => RESTRICTING.test(name)))];
}

/** Where plugins keep who may read. */
const ACCESS =
  /^(?:_jetpack_newsletter_access|_jetpack_memberships_contains_\w+|_members_access_role|_wpmem_block|_is_paid|um_content_restriction|ihc_mb_who|groups-read|_?groups_read_post|rcp_(?!show_excerpt$|hide_from_feed$)\w+)$/;
const EVERYBODY = /^(?:everybody|all|none|any|public|0|no|off|false|a:0:\{\}|a:1:\{i:0;s:3:"all";\})?$/i;
/** A serialized restriction that is off, or for everybody. */
const OFF = /"_um_custom_access_settings";(?:b:0|i:0|s:0:""|s:1:"0");|"_um_accessible";(?:i:0|s:1:"0");/;

function restrictionOf({ parts, meta }: Item, restrictions: readonly string[]): string | undefined {
  if (parts['wp:status'] === 'private' || parts['wp:post_password']) return 'In WordPress not everybody reads it';
  for (const [key, values] of meta) {
    if (ACCESS.test(key) && values.some((value) => !EVERYBODY.test(value.trim()) && !OFF.test(value)))
      return `The plugin field ${key} says who may read it`;
  }
  return restrictions.length > 0
    ? `In WordPress not everybody reads parts of it (${restrictions.join(', ')})`
    : undefined;
}
