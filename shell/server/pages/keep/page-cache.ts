import type { Topic } from '@ki/shared/data/topics.ts';
import type { FollowedContent } from '../../content/follow.ts';
import { areEqual, type Versions } from '../../content/versions.ts';
import type { Reply } from '../../http/reply.ts';
import type { Lineup } from '../../lineup/lineup.ts';
import type { Limited, Work } from '../limit-renders.ts';
import type { Outcome } from '../outcome.ts';
import { compactLater } from './compact-later.ts';
import type { Place } from './places.ts';
import { renewBeside } from './renew-beside.ts';
import { createRooms, type Entry } from './rooms.ts';

/** What follows from what is there: found, elsewhere, not there. All else may be otherwise the next time. */
const KEPT: readonly number[] = [200, 301, 302, 303, 307, 308, 404];
const SERVER_FAILURE = 500;

/** An answer as it was made. */
export interface Made {
  readonly answer: Reply;
  /** The topics that it shows something of; `null`: something of which nobody tells when it changes. */
  readonly reads: readonly Topic[] | null;
  /** Of the code that made it. */
  readonly outcome?: Outcome;
}

/** What was there already was kept; what somebody had to wait for is fresh. */
export interface Served {
  readonly answer: Reply;
  readonly isKept: boolean;
  readonly outcome: Outcome;
}

/** An answer that is being made. */
interface Making {
  readonly lineup: Lineup;
  /** As they were known before it was begun. */
  readonly versions: Versions | null;
  /** By `performance.now()`. */
  readonly begun: number;
  readonly made: Promise<Made>;
}

interface Source {
  readonly make: (place: Place, lineup: Lineup) => Promise<Made>;
  readonly content: FollowedContent;
  readonly limited: Limited;
  /** Room for all that is kept. */
  readonly maxBytes: number;
}

/** Whether nothing changed of what an answer shows. */
function isRight(entry: Entry, versions: Versions): boolean {
  if (entry.versions === versions) return true;
  if (!areEqual(entry.reads, entry.versions, versions)) return false;
  entry.versions = versions;
  return true;
}

/**
 * Keeps what was made for as long as nothing changes of what it shows, for each lineup on its own, and makes each answer
 * once at a time, however many wait for it. See docs/decisions/0037.
 */
export function createPageCache({ make, content, limited, maxBytes }: Source) {
  const rooms = createRooms(maxBytes);
  const underWay = new Map<string, Making>();
  const compact = compactLater(rooms);

  function keep(place: Place, { lineup, versions }: Making, { answer, reads }: Made): void {
    if (!versions || !reads || !KEPT.includes(answer.status)) return;
    rooms.set({ place, lineup, answer, reads, versions, timesAsked: 0, isCompact: answer.body !== undefined });
  }

  function begin(place: Place, lineup: Lineup, versions: Versions | null, by: Work = limited): Making {
    const settled = by(() => make(place, lineup)).then((result) => {
      keep(place, making, result);
      return result;
    });
    const made = settled.finally(() => underWay.get(place.key) === making && underWay.delete(place.key));
    const making: Making = { lineup, versions, begun: performance.now(), made };
    underWay.set(place.key, making);
    return making;
  }

  /** What is being made is right for who came meanwhile, unless it may show what was before they came. */
  const serves = ({ versions: before }: Making, { answer, reads }: Made, versions: Versions | null): boolean =>
    answer.status >= SERVER_FAILURE || Boolean(before && reads && versions && areEqual(reads, before, versions));

  async function fresh(place: Place, lineup: Lineup, atFirst: Versions | null): Promise<Served> {
    const came = performance.now();
    let versions = atFirst;
    for (;;) {
      const known = underWay.get(place.key);
      const making = known?.lineup === lineup ? known : begin(place, lineup, versions);
      const made = await making.made;
      if (making.begun >= came || serves(making, made, atFirst))
        return { answer: made.answer, isKept: false, outcome: made.outcome ?? 'rendered' };
      versions = await content.current();
    }
  }

  function kept(place: Place, lineup: Lineup, versions: Versions | null): Served | null {
    const entry = versions && rooms.get(place);
    if (!versions || !entry || entry.lineup !== lineup || !isRight(entry, versions)) return null;
    entry.timesAsked += 1;
    compact(entry);
    return { answer: entry.answer, isKept: true, outcome: 'rendered' };
  }

  renewBeside({
    content,
    entries: rooms.entries,
    isRight,
    renew: async ({ place, lineup }, versions) => {
      if (!underWay.has(place.key)) await begin(place, lineup, versions, (work) => work()).made;
    },
    beside: limited.beside,
  });

  return {
    /** A kept answer, if it is known at once that it is right. */
    kept(place: Place, lineup: Lineup): Served | null {
      const versions = content.current();
      return versions instanceof Promise ? null : kept(place, lineup, versions);
    },
    /**
     * A kept answer, or, if there is none or `isAnew`, one made now. `beforeFresh` is called, and may throw, when somebody
     * would have to wait for it.
     */
    async get(place: Place, lineup: Lineup, { isAnew = false, beforeFresh = () => {} } = {}): Promise<Served> {
      const versions = await content.current();
      const known = isAnew ? null : kept(place, lineup, versions);
      if (known) return known;
      beforeFresh();
      return fresh(place, lineup, versions);
    },
  };
}
