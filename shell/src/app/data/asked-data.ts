import type { Remotes } from '../../remotes/remotes.ts';
import { DATA_PATH, type PageData, RELEASE } from './page-data.ts';

const TIMEOUT_MS = 8_000;
/** So long what was asked ahead may be used, and is not asked ahead again. */
const LATELY_MS = 10_000;
const NOT_FOUND = 404;

/** HTML that this site's server made, in the shape in which React takes it, may become elements. */
function htmlReviver() {
  const policy = window.trustedTypes?.createPolicy('shell-html', { createHTML: (html: string) => html });
  return (key: string, value: unknown) => (key === '__html' && policy ? policy.createHTML(String(value)) : value);
}

/** What was asked a moment ago. */
interface Asked {
  readonly answer: Promise<PageData | null>;
  /** A page has it: the next one asks anew. */
  readonly isTaken: boolean;
}

/** Asks the shell for the data of pages: once for each page, from what it keeps. See docs/decisions/0052. */
export function createAskedData(remotes: Pick<Remotes, 'owner' | 'isStaffOnly' | 'versionOf'>) {
  const lately = new Map<string, Asked>();
  const revive = htmlReviver();

  async function ask(address: string, release: string): Promise<PageData | null> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(DATA_PATH + address, { headers: { [RELEASE]: release }, signal });
      if (!answer.headers.has(RELEASE) || !(answer.ok || answer.status === NOT_FOUND)) return null;
      return JSON.parse(await answer.text(), revive) as PageData;
    } catch {
      return null;
    }
  }

  function releaseAt(pathname: string): string | null {
    const owner = remotes.owner(pathname);
    return owner === undefined || remotes.isStaffOnly(owner) ? null : `${owner}@${remotes.versionOf(owner)}`;
  }

  function keep(address: string, asked: Asked): Promise<PageData | null> {
    lately.set(address, asked);
    setTimeout(() => lately.get(address) === asked && lately.delete(address), LATELY_MS);
    return asked.answer;
  }

  return {
    /** The data of a page; `null` when they cannot be had. It never rejects. */
    async take({ pathname, search }: URL): Promise<PageData | null> {
      const release = releaseAt(pathname);
      if (release === null) return null;
      const address = pathname + search;
      const known = lately.get(address);
      const answer = known && !known.isTaken ? known.answer : ask(address, release);
      return keep(address, { answer, isTaken: true });
    },
    /** Asks for the data of a page that somebody is about to go to. */
    askAhead(pathname: string): void {
      const release = releaseAt(pathname);
      if (release !== null && !lately.has(pathname))
        void keep(pathname, { answer: ask(pathname, release), isTaken: false });
    },
  };
}

export type AskedData = ReturnType<typeof createAskedData>;
