import { AXES, type Axes } from './axes.ts';
import type { Workshop } from './workshop.ts';

const byTitle = new Intl.Collator('de');

/** Sorts by place on the axes, then by title and id. */
export function orderWorkshops(workshops: readonly Workshop[], axes: Axes): Workshop[] {
  const ranks = AXES.map(({ key }) => {
    const rank = new Map(axes[key].map(({ code }, index) => [code, index]));
    return (workshop: Workshop) => rank.get(workshop[key]) ?? rank.size;
  });
  return workshops.toSorted((a, b) => {
    for (const rank of ranks) {
      const difference = rank(a) - rank(b);
      if (difference !== 0) return difference;
    }
    return byTitle.compare(a.title, b.title) || (a.id < b.id ? -1 : 1);
  });
}
