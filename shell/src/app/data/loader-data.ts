import type { Remotes } from '../../remotes/remotes.ts';
import { DATA_PATH, type PageData, RELEASE } from './page-data.ts';
import { createParser } from './trusted-parts.ts';

const TIMEOUT_MS = 8_000;
const RECENT_MS = 10_000;

interface Recent {
  readonly response: Promise<PageData | null>;
  readonly isTaken: boolean;
}

export function createLoaderData(remotes: Pick<Remotes, 'owner' | 'isStaffOnly' | 'versionOf'>) {
  const recent = new Map<string, Recent>();
  const parse = createParser();

  /** The release header marks page data, whatever the status. */
  async function request(address: string, release: string): Promise<PageData | null> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(DATA_PATH + address, { headers: { [RELEASE]: release }, signal });
      return response.headers.has(RELEASE) ? (parse(await response.text()) as PageData) : null;
    } catch {
      return null;
    }
  }

  function releaseAt(pathname: string): string | null {
    const owner = remotes.owner(pathname);
    return owner === undefined || remotes.isStaffOnly(owner) ? null : `${owner}@${remotes.versionOf(owner)}`;
  }

  function remember(address: string, entry: Recent): Promise<PageData | null> {
    recent.set(address, entry);
    setTimeout(() => recent.get(address) === entry && recent.delete(address), RECENT_MS);
    return entry.response;
  }

  return {
    /** `null` when the response holds no page data. Never rejects. */
    async take({ pathname, search }: URL): Promise<PageData | null> {
      const release = releaseAt(pathname);
      if (release === null) return null;
      const address = pathname + search;
      const known = recent.get(address);
      const response = known && !known.isTaken ? known.response : request(address, release);
      return remember(address, { response, isTaken: true });
    },
    prefetch(pathname: string): void {
      const release = releaseAt(pathname);
      if (release === null || recent.has(pathname)) return;
      void remember(pathname, { response: request(pathname, release), isTaken: false });
    },
  };
}

export type LoaderDataSource = ReturnType<typeof createLoaderData>;
