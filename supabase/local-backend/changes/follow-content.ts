import type { Database } from '../database/database.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { described } from '../described-error.ts';
import type { Log } from '../log.ts';
import { sharedRun } from './shared-run.ts';
import type { Versions } from './subscriber.ts';

/** Milliseconds until the next look at the latest: clocks jump, and a word from the database may have been lost. */
const LONGEST_PAUSE = 10_000;
/** After a look that failed. */
const RETRY = 1000;

interface Found {
  versions: Versions;
  /** Milliseconds until the next scheduled post is public; null without one. */
  due: number | null;
}

/** Who is told of the content. */
export interface Audience {
  tell(versions: Versions): void;
  /** The content is not known now. */
  forget(): void;
}

export interface ContentFollower {
  /** Looks at the versions in the database, and resolves when they have been told. */
  look(): Promise<void>;
  close(): void;
}

/** Tells of each change of the content: after a look, when the database says so, and when a scheduled post is due. */
export async function followContent(
  { database, listen }: Pick<OpenDatabase, 'database' | 'listen'>,
  audience: Audience,
  log: Log,
  longestPause = LONGEST_PAUSE,
): Promise<ContentFollower> {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = sharedRun(async () => {
    clearTimeout(timer);
    const pause = await read(database).then(
      ({ versions, due }) => {
        audience.tell(versions);
        return Math.min(due ?? longestPause, longestPause);
      },
      (error) => {
        if (!isClosed) log('content_unknown', described(error));
        audience.forget();
        return RETRY;
      },
    );
    if (!isClosed) timer = setTimeout(look, pause).unref();
  });
  await listen('content', () => void look());
  await look();
  return {
    look,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function read(database: Database): Promise<Found> {
  const [found] = await database.query<Found>(`
    select public.content_versions() as versions, (
      select ceil(extract(epoch from min(published_at) - clock_timestamp()) * 1000)::float8
      from public.posts where published_at > now()
    ) as due
  `);
  if (!found) throw new Error('the database answered nothing');
  return found;
}
