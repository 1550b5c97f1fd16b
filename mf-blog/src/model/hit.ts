import { paths } from '@ki/shared/contract/paths.ts';

/** The database answers no more at a time. */
export const MOST_HITS = 100;

/** A piece of an excerpt: a word that was looked for, or what stands between. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

export interface Hit {
  readonly id: string;
  /** What the hit is, for people. */
  readonly kind: string;
  readonly title: string;
  readonly path: string;
  readonly excerpt: readonly Piece[];
}

export interface FoundRow {
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
  readonly path: (row: FoundRow) => string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  post: { name: 'Beitrag', path: ({ slug }) => paths.post({ slug: slug ?? '' }) },
  workshop: { name: 'Workshop', path: ({ id }) => paths.workshop(id) },
  course: { name: 'Online-Kurs', path: ({ slug }) => paths.course({ slug: slug ?? '' }) },
  matrix_workshop: { name: 'Course Matrix', path: ({ id }) => paths.matrixWorkshop(id) },
};

/** Splits an excerpt whose hits stand between U+E000 and U+E001. */
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

/** Rows of the database's search as a page shows them. A kind that we do not know (yet) is left out. */
export function toHits(rows: readonly FoundRow[]): Hit[] {
  return rows.flatMap((row) => {
    const kind = KINDS[row.kind];
    if (!kind) return [];
    const { id, title } = row;
    return [{ id, title, kind: kind.name, path: kind.path(row), excerpt: piecesOf(row.excerpt ?? '') }];
  });
}
