import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Hit, MAX_HITS, type Piece } from '../model/hit.ts';

interface HitRow {
  readonly kind: string;
  readonly id: string;
  readonly slug: string | null;
  readonly title: string;
  readonly excerpt: string | null;
}

const START = '\uE000';
const END = '\uE001';

interface Kind {
  readonly name: string;
  readonly path: (row: HitRow) => string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  post: { name: 'Beitrag', path: ({ slug }) => paths.post({ slug: slug ?? '' }) },
  workshop: { name: 'Workshop', path: ({ id }) => paths.workshop(id) },
  course: { name: 'Online-Kurs', path: ({ slug }) => paths.course({ slug: slug ?? '' }) },
  matrix_workshop: { name: 'Course Matrix', path: ({ id }) => paths.matrixWorkshop(id) },
};

/** Splits an excerpt, whose hits are enclosed in U+E000 and U+E001. */
export function piecesOf(excerpt: string): Piece[] {
  return excerpt
    .split(START)
    .flatMap((part, index) => {
      const end = index === 0 ? -1 : part.indexOf(END);
      return [
        { text: end < 0 ? '' : part.slice(0, end), isHit: true },
        { text: part.slice(end + 1), isHit: false },
      ];
    })
    .filter(({ text }) => text !== '');
}

export function toHits(rows: readonly HitRow[]): Hit[] {
  return rows.flatMap((row) => {
    const kind = KINDS[row.kind];
    if (!kind) return [];
    const { id, title } = row;
    return [{ id, title, kind: kind.name, path: kind.path(row), excerpt: piecesOf(row.excerpt ?? '') }];
  });
}

export async function searchSite(reader: Reader, query: string): Promise<readonly Hit[]> {
  // PostgreSQL text cannot hold NUL; between words a blank means the same.
  const words = query.replaceAll('\0', ' ');
  return toHits(unwrap(await reader.rpc('search', { query: words, max_hits: MAX_HITS })));
}
