export const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Feeds and other files are documents of their own, not pages. */
export const isPageLink = (link: HTMLAnchorElement) =>
  link.origin === location.origin && !link.target && !link.hasAttribute('download') && !/\.\w+$/.test(link.pathname);

export const leadsElsewhere = (link: HTMLAnchorElement) => link.pathname !== location.pathname;

/** The link to a page that a press follows in the same tab. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = linkAt(event);
  return !event.defaultPrevented && isPlainPress(event) && link && isPageLink(link) ? link : null;
}

/** Leaves presses on links to pages of another generation to the browser: React does not see them. */
export function crossByLinks(crosses: (link: HTMLAnchorElement) => boolean): void {
  const listener = (event: MouseEvent) => {
    const link = followedLink(event);
    if (link && crosses(link)) event.stopPropagation();
  };
  document.addEventListener('click', listener, { capture: true });
}

/** Client navigation for links without a component; the router's links have prevented the default. */
export function followPageLinks(router: { readonly navigate: (to: string) => Promise<void> }): void {
  document.addEventListener('click', (event) => {
    const link = followedLink(event);
    if (!link) return;
    const { pathname, search, hash } = link;
    if (hash && !leadsElsewhere(link) && search === location.search) return;
    event.preventDefault();
    void router.navigate(pathname + search + hash);
  });
}
