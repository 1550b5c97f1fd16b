export const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Feeds and other files are documents of their own, not pages. */
export const isPageLink = (link: HTMLAnchorElement) =>
  link.origin === location.origin && !link.target && !link.hasAttribute('download') && !/\.\w+$/.test(link.pathname);

export const leadsElsewhere = ({ pathname }: HTMLAnchorElement) => pathname !== location.pathname;

/** Client navigation for links without a component; the router's links have prevented the default. */
export function followPageLinks(router: { readonly navigate: (to: string) => Promise<void> }): void {
  document.addEventListener('click', (event) => {
    const link = linkAt(event);
    if (event.defaultPrevented || !isPlainPress(event) || !link || !isPageLink(link)) return;
    const { pathname, search, hash } = link;
    if (hash && !leadsElsewhere(link) && search === location.search) return;
    event.preventDefault();
    void router.navigate(pathname + search + hash);
  });
}
