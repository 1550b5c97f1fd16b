import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { AXES, type Axes, type PerAxis } from './axes.ts';

/** The title of a new site, in English. It also stands where the site's own one cannot be read. */
export const DEFAULT_TITLE = 'Workshop Program: AI in Adult Education';

/** The route whose data have the title and the open workshop. */
export const WORKSHOP = 'matrix-workshop';

export interface Workshop extends PerAxis<string> {
  readonly id: string;
  readonly title: string;
  readonly hours: number;
  readonly price: number;
}

export interface Matrix {
  readonly axes: Axes;
  readonly workshops: readonly Workshop[];
}

export interface LearningGoal {
  readonly id: string;
  readonly dimension: string;
  /** `null` where the document has it as HTML. */
  readonly text: PreparedText | null;
}

/** A workshop with its details; its position on each axis is a name. */
export interface WorkshopDetails extends Workshop {
  readonly prerequisites: string | null;
  readonly goals: readonly LearningGoal[];
}

/** Its names on the axes in one line. */
export const placeOf = (workshop: PerAxis<string>): string => AXES.map(({ key }) => workshop[key]).join(' · ');

let byTitle: Intl.Collator | undefined;

/** Created on the first use, as it is expensive and rendered pages are ordered already. */
function collator(): Intl.Collator {
  byTitle ??= new Intl.Collator('de');
  return byTitle;
}

export function orderWorkshops(workshops: readonly Workshop[], axes: Axes): Workshop[] {
  const ranks = AXES.map(({ key }) => {
    const rank = new Map(axes[key].map(({ code }, index) => [code, index]));
    return (workshop: Workshop) => rank.get(workshop[key]) ?? rank.size;
  });
  const { compare } = collator();
  return workshops.toSorted((a, b) => {
    for (const rank of ranks) {
      const difference = rank(a) - rank(b);
      if (difference !== 0) return difference;
    }
    return compare(a.title, b.title) || (a.id < b.id ? -1 : 1);
  });
}
