import { patternAt } from './addresses.ts';
import type { Renderable } from './releases.ts';
import type { Rendered, Visits } from './render.ts';
import type { Visit } from './visit.ts';

const works = ({ status }: Visit) => status < 400;

/** A page that was missing may stay so, but not fail. */
const isBroken = (before: Visit, after: Visit) =>
  works(before) ? !works(after) : before.status < 500 && after.status >= 500;

const patternOf = (of: Renderable, address: string) => patternAt(of, address) ?? address;

interface Lost {
  readonly address: string;
  readonly why: string;
}

/** The first lost address of each pattern, and how many more there are. */
function linesOf(of: Renderable, lost: readonly Lost[]): readonly string[] {
  const byPattern = Map.groupBy(lost, ({ address }) => patternOf(of, address));
  return [...byPattern].flatMap(([pattern, [first, ...more]]) => {
    const others = more.length > 0 ? ` (and ${more.length} more of ${pattern})` : '';
    return first ? [`${of.title}: ${first.address}: ${first.why}${others}`] : [];
  });
}

const failures = (before: Visits, after: Visits): readonly Lost[] =>
  [...after].flatMap(([address, visit]) => {
    const earlier = before.get(address);
    const why = [`status ${visit.status}`, visit.error].filter(Boolean).join(': ');
    return earlier && isBroken(earlier, visit) ? [{ address, why }] : [];
  });

/** The parts of a page's data that have entries, by the pattern of the page, each with the first page that has it. */
function filledIn(of: Renderable, visits: Visits): ReadonlyMap<string, Lost> {
  const all = [...visits].flatMap(([address, { filled }]) =>
    filled.map(
      (part) => [`${patternOf(of, address)} ${part}`, { address, why: `nothing is left of ${part}` }] as const,
    ),
  );
  return new Map(all.reverse());
}

/** Parts that had entries on some page of a pattern and have none on any page of it. */
function losses(of: Renderable, before: Visits, after: Visits): readonly Lost[] {
  const left = filledIn(of, after);
  return [...filledIn(of, before)].flatMap(([part, lost]) => (left.has(part) ? [] : [lost]));
}

/** A line for each address that a release rendered before a change and does not render after it, or renders without content. */
export function brokenIn(releases: readonly Renderable[], before: Rendered, after: Rendered): readonly string[] {
  return releases.flatMap((of) => {
    const [earlier, later] = [before.get(of.title), after.get(of.title)];
    if (!earlier || !later || earlier instanceof Error) return [];
    if (later instanceof Error) return [`${of.title}: ${later.message}`];
    const failed = failures(earlier, later);
    return linesOf(of, failed.length > 0 ? failed : losses(of, earlier, later));
  });
}
