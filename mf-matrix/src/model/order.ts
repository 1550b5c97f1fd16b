import { AXES, type Axes } from './axes.ts';
import type { Workshop } from './workshop.ts';

let byTitle: Intl.Collator | undefined;

/** Made when the first list is ordered: it is dear, and pages come ordered from the server. */
function collator(): Intl.Collator {
  byTitle ??= new Intl.Collator('de');
  return byTitle;
}

/** Sorts by place on the axes, then by title and id. */
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
