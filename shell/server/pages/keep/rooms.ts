import type { Topic } from '@ki/shared/data/topics.ts';
import { LRUCache } from 'lru-cache';
import type { Versions } from '../../content/versions.ts';
import { type Reply, sizeOf } from '../../http/reply.ts';
import type { Lineup } from '../../lineup/lineup.ts';
import type { Place } from './places.ts';

export const MEGABYTE = 1024 * 1024;
/** Addresses that anybody can make up, with queries or of what is not there, take no room from the pages themselves. */
const SHARES = { plain: 12 / 16, asked: 3 / 16, missing: 1 / 16 } as const;
/** What keeping an answer takes besides its content, about: of their headers, pages of one kind share the long ones. */
const ENTRY_BYTES = 1_200;
const FOUND = 200;

/** An answer that is kept, with what it shows. */
export interface Entry {
  readonly place: Place;
  readonly lineup: Lineup;
  readonly answer: Reply;
  /** The topics that it shows something of. */
  readonly reads: readonly Topic[];
  /** Versions with which the answer is right, as far as those topics go. */
  versions: Versions;
  /** How often it was asked for since it was made. */
  timesAsked: number;
  /** Compressed as well as can be, or on its way there. */
  isCompact: boolean;
}

const bytesOf = ({ place, answer }: Entry) => ENTRY_BYTES + place.key.length + sizeOf(answer);

/** Where answers are kept: so many bytes for all, and of that a share for each kind of address. */
export function createRooms(maxBytes: number) {
  const room = (share: number) => new LRUCache<string, Entry>({ maxSize: maxBytes * share, sizeCalculation: bytesOf });
  const [plain, asked, missing] = [room(SHARES.plain), room(SHARES.asked), room(SHARES.missing)];
  const roomFor = ({ search }: Place) => (search === '' ? plain : asked);

  return {
    get: (place: Place): Entry | undefined => roomFor(place).get(place.key) ?? missing.get(place.key),
    /** Unlike `get`, no use of it. */
    has: (entry: Entry): boolean =>
      roomFor(entry.place).peek(entry.place.key) === entry || missing.peek(entry.place.key) === entry,
    set(entry: Entry): void {
      const { place, answer } = entry;
      const [room, other] = answer.status === FOUND ? [roomFor(place), missing] : [missing, roomFor(place)];
      other.delete(place.key);
      room.set(place.key, entry);
    },
    *entries(): Generator<Entry> {
      for (const entries of [plain, asked, missing]) yield* entries.values();
    },
  };
}

export type Rooms = ReturnType<typeof createRooms>;
