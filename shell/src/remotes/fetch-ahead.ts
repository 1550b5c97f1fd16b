import type { Remotes } from './remotes.ts';

/** The path of a link into this site, when the event happened on one. */
function pathOfLink(event: Event): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null;
  return link.pathname;
}

async function fetchCode(remotes: Remotes, pathname: string): Promise<void> {
  const owner = remotes.owner(pathname);
  if (owner && !remotes.isStaffOnly(owner)) await remotes.loadPage(owner, pathname);
}

/** Fetches the code of a page as soon as a link to it is pointed at or focused. */
export function fetchCodeAhead(remotes: Remotes): void {
  const asked = new Set<string>();
  const onIntent = (event: Event) => {
    const pathname = pathOfLink(event);
    if (pathname === null || asked.has(pathname)) return;
    asked.add(pathname);
    // A failure here is no news: the click will try again and say so.
    fetchCode(remotes, pathname).catch(() => asked.delete(pathname));
  };
  addEventListener('pointerover', onIntent, { passive: true });
  addEventListener('focusin', onIntent);
}
