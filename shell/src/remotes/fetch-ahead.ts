import type { AskedData } from '../app/data/asked-data.ts';
import { isPlainLink } from '../starter/browser-clicks.ts';
import { DWELL_MS } from '../starter/dwell.ts';
import type { Remotes } from './remotes.ts';

/** The link to another page of this site that an event happened on. */
function linkAt({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && isPlainLink(link) ? link : null;
}

async function fetchCode(remotes: Remotes, pathname: string): Promise<void> {
  const owner = remotes.owner(pathname);
  if (owner && !remotes.isStaffOnly(owner)) await remotes.loadPage(owner, pathname);
}

const isPassing = (event: Event) => event instanceof PointerEvent && event.pointerType === 'mouse';

/** Fetches the code of a page, and its data, as soon as a link to it is pointed at, touched or focused. */
export function fetchPagesAhead(remotes: Remotes, asked: AskedData | null): void {
  const known = new Set<string>();
  let timer: number | undefined;
  const onIntent = (event: Event) => {
    clearTimeout(timer);
    const link = linkAt(event);
    if (!link) return;
    const { pathname, search } = link;
    // What is searched is asked for when it is wanted.
    if (search === '') timer = window.setTimeout(() => asked?.askAhead(pathname), isPassing(event) ? DWELL_MS : 0);
    if (known.has(pathname)) return;
    known.add(pathname);
    // A failure here is no news: the click will try again and say so.
    fetchCode(remotes, pathname).catch(() => known.delete(pathname));
  };
  addEventListener('pointerover', onIntent, { passive: true });
  addEventListener('focusin', onIntent);
}
