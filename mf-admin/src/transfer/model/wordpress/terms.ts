import { isSlug } from '../../../files/model/file-name.ts';
import { htmlToText } from '../../../files/model/html-to-markdown.ts';
import { countOf } from '../counts.ts';
import type { Export, Item, Parts, Term } from './read-export.ts';

export interface Category {
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
export function categoryIds({ categories }: Export): ReadonlyMap<string, string> {
  return new Map(
    categories.map((parts: Parts) => [parts['wp:category_nicename'] ?? '', parts['wp:term_id'] ?? ''] as const),
  );
}

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
    return `${countOf(terms.length, one, many)} left out: ${names}.`;
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
