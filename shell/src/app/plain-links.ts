interface Navigator {
  readonly navigate: (to: string) => Promise<void>;
}

/** The address inside this site that a plain click on a link goes to, or `null` when the browser should do as usual. */
function addressOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  // Feeds and other files are documents of their own.
  if (/\.\w+$/.test(link.pathname)) return null;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  return samePage && link.hash ? null : link.pathname + link.search + link.hash;
}

/**
 * Lets plain links navigate without a new document: those in articles, and those in HTML that the server rendered and
 * that no component stands behind. The router's own links have prevented the default by then.
 */
export function followPlainLinks(router: Navigator): void {
  document.addEventListener('click', (event) => {
    const address = addressOf(event);
    if (address === null) return;
    event.preventDefault();
    void router.navigate(address);
  });
}
