import { plural } from '@ki/shared/format/plural.ts';
import { isSlug } from '../../../files/model/file-name.ts';
import { htmlToText } from '../../../files/model/html-to-markdown.ts';
import { type PostFields, pictureAt } from '../../../files/model/post-row.ts';
import type { Export, Item, Media, Parts, Term } from './read-export.ts';

const SEO =
  /^_?(?:yoast_wpseo|aioseop?|rank_math|seopress|genesis)_(.*(?:title|desc|keyw|canonical|noindex|opengraph|twitter|facebook|focuskw).*)$/i;
/** Fields for programs: WordPress hides those with a leading underscore, and plugins have these. */
const INTERNAL =
  /^(?:_|footnotes$|rank_math|rcp_|dsq_|rwp_|wp-smpro|amazonS3|ampforwp|essb_|td_|tdc_|et_|avada|fusion|pyre|slide_template|sbg_|ratings_|post_views|views$|panels_data|classic-editor-remember|inline_featured|om_disable|_?elementor)/i;

/** Fields, comments and pictures beside the text, which have no place here. */
export function metadataNotes({ parts, meta, comments }: Item, media: Media): string[] {
  const notes: string[] = [];
  const seo: string[] = [];
  const custom: string[] = [];
  for (const [key, values] of meta) {
    const value = values.find(Boolean);
    if (value === undefined) continue;
    const [, field] = SEO.exec(key) ?? [];
    if (field) seo.push(field);
    else if (key === '_thumbnail_id') notes.push(...pictureNotes(value, media));
    else if (!INTERNAL.test(key)) custom.push(key);
  }
  if (seo.length > 0)
    notes.push(`${plural(seo.length, 'field', 'fields')} for search engines left out: ${seo.join(', ')}.`);
  if (custom.length > 0)
    notes.push(`${plural(custom.length, 'custom field', 'custom fields')} left out: ${custom.join(', ')}.`);
  if (comments > 0) notes.push(`${plural(comments, 'comment', 'comments')} left out.`);
  if (parts['wp:is_sticky'] === '1') notes.push('It was sticky, at the top of lists.');
  return notes;
}

/** The picture of the post, as long as the old site has it. */
export function pictureOf({ meta }: Item, { byId }: Media): Pick<PostFields, 'picture'> {
  const { address, alt } = byId.get(meta.get('_thumbnail_id')?.find(Boolean) ?? '') ?? {};
  return pictureAt(address, alt);
}

function pictureNotes(id: string, { byId }: Media): string[] {
  const picture = byId.get(id);
  if (!picture) return ['Its picture is left out, and not in this file either.'];
  return pictureAt(picture.address).picture ? [] : [`Its picture is left out: ${picture.address}.`];
}

interface Category {
  readonly name: string;
  readonly slug: string | null;
}

const DEFAULTS: ReadonlySet<string> = new Set(['uncategorized', 'allgemein', 'unkategorisiert', 'uncategorised']);
const PRIMARY = ['_yoast_wpseo_primary_category', 'rank_math_primary_category', '_seopress_robots_primary_cat'];

/** Null where the stored one is no address here: the name makes one. */
function slugOf(nicename: string): string | null {
  try {
    const slug = decodeURIComponent(nicename);
    return isSlug(slug) ? slug : null;
  } catch {
    return null;
  }
}

/** The numbers of categories by their slugs. */
export const categoryIds = ({ categories }: Export): ReadonlyMap<string, string> =>
  new Map(categories.map((parts: Parts) => [parts['wp:category_nicename'] ?? '', parts['wp:term_id'] ?? ''] as const));

/** The primary one of an SEO plugin, else the oldest as in WordPress' own addresses; the default one last. */
function chooseTerm(terms: readonly Term[], { meta }: Item, ids: ReadonlyMap<string, string>): Term | undefined {
  const primary = PRIMARY.map((key) => meta.get(key)?.[0]).find(Boolean);
  const idOf = ({ nicename }: Term) => Number(ids.get(nicename) || Number.MAX_SAFE_INTEGER);
  const isDefault = ({ nicename }: Term) => Number(DEFAULTS.has(nicename));
  return (
    terms.find(({ nicename }) => primary !== undefined && ids.get(nicename) === primary) ??
    terms.toSorted((one, other) => isDefault(one) - isDefault(other) || idOf(one) - idOf(other))[0]
  );
}

const KINDS: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries<readonly [string, string]>({
    category: ['further category', 'further categories'],
    post_tag: ['tag', 'tags'],
    tag: ['tag', 'tags'],
  }),
);
/** How themes show a post, and what plugins note with terms. */
const TECHNICAL: ReadonlySet<string> = new Set(['post_format', 'author', 'language', 'post_translations', '']);

function notesOf(others: readonly Term[]): string[] {
  const byDomain = Map.groupBy(
    others.filter(({ domain }) => !TECHNICAL.has(domain)),
    ({ domain }) => domain,
  );
  return [...byDomain].map(([domain, terms]) => {
    const [one, many] = KINDS.get(domain) ?? [`term of ${domain}`, `terms of ${domain}`];
    const names = terms.map(({ name }) => htmlToText(name)).join(', ');
    return `${plural(terms.length, one, many)} left out: ${names}.`;
  });
}

export function termsOf(item: Item, ids: ReadonlyMap<string, string>): { category: Category | null; notes: string[] } {
  const categories = item.terms.filter(({ domain }) => domain === 'category');
  const [first] = categories;
  const term = categories.length > 1 ? chooseTerm(categories, item, ids) : first;
  const others = item.terms.length > 1 || !term ? item.terms.filter((other) => other !== term) : [];
  return {
    category: term ? { name: htmlToText(term.name), slug: slugOf(term.nicename) } : null,
    notes: others.length > 0 ? notesOf(others) : [],
  };
}
