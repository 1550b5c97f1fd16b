import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { plainPassageOf } from '@ki/shared/ui/markdown/prepare-text.ts';
import { DEFAULT_ID_PREFIX, type Section } from '@ki/shared/ui/markdown/tree.ts';
import { type Hit, MAX_HITS, piecesOf, type SearchResult, shortened } from '../model/hit.ts';

/** The headings of a text with the ids that its page gives them. */
async function sectionsOf(source: string): Promise<readonly Section[]> {
  const { parsed } = await import(/* webpackChunkName: "markdown" */ '@ki/shared/ui/markdown/parse.ts');
  return parsed({ source, firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, sectionLinks: false }, null).sections;
}

interface HitRow {
  readonly kind: string;
  readonly id: string;
  readonly slug: string | null;
  readonly title: string;
  readonly passage: string | null;
  /** For the first hits only: each costs reading the headings of a text. */
  readonly outline: string | null;
}

interface Kind {
  readonly name: string;
  readonly path: (row: HitRow) => string;
  /** Whether the passage has a heading on that page. */
  readonly hasSections?: true;
}

const KINDS: Readonly<Record<string, Kind>> = {
  post: { name: 'Beitrag', path: ({ slug }) => paths.post({ slug: slug ?? '' }), hasSections: true },
  page: { name: 'Seite', path: ({ slug }) => paths.page({ slug: slug ?? '' }), hasSections: true },
  workshop: { name: 'Workshop', path: ({ id }) => paths.workshop(id) },
  course: { name: 'Online-Kurs', path: ({ slug }) => paths.course({ slug: slug ?? '' }) },
  lesson: {
    name: 'Lektion',
    path: ({ slug, id }) => paths.lesson({ courseSlug: slug ?? '', lessonId: id }),
    hasSections: true,
  },
  matrix_workshop: { name: 'Course Matrix', path: ({ id }) => paths.matrixWorkshop(id) },
};

const SUGGESTION = 'suggestion';
/** Comes before hits with some of the words. */
const PARTIAL = 'partial';

async function fragmentOf({ outline }: HitRow): Promise<string> {
  const section = outline ? (await sectionsOf(outline)).at(-1) : undefined;
  return section ? `#${section.id}` : '';
}

async function toHit(row: HitRow): Promise<Hit[]> {
  const kind = KINDS[row.kind];
  if (!kind) return [];
  const { id, title, passage } = row;
  const path = kind.path(row) + (kind.hasSections ? await fragmentOf(row) : '');
  const excerpt = passage ? piecesOf(shortened(await plainPassageOf(passage))) : [];
  return [{ id, title, kind: kind.name, path, excerpt }];
}

export async function searchSite(reader: Reader, query: string): Promise<SearchResult> {
  // PostgreSQL text cannot hold NUL; between words a blank means the same.
  const words = query.replaceAll('\0', ' ');
  const rows: readonly HitRow[] = unwrap(await reader.rpc('search', { query: words, max_hits: MAX_HITS }));
  const suggestion = rows.find(({ kind }) => kind === SUGGESTION)?.title;
  const isPartial = rows.some(({ kind }) => kind === PARTIAL);
  return { hits: (await Promise.all(rows.map(toHit))).flat(), isPartial, suggestion };
}
