import { isPageLink, leadsElsewhere, linkAt } from '@ki/shared/ui/browser/link-intent.ts';

const PREFETCH = 'data-prefetch';

export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

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

/** The content security policy allows this constant text by its hash. */
export const SPECULATION_RULES = /* @__PURE__ */ JSON.stringify({
  prefetch: [{ where: { selector_matches: `a[${PREFETCH}]` }, eagerness: 'immediate' }],
});

/** Uses speculation rules, elsewhere the HTTP cache, which revalidates the document by its ETag. */
export function prefetchDocument(link: HTMLAnchorElement): void {
  if (link.hasAttribute(PREFETCH)) return;
  link.setAttribute(PREFETCH, '');
  const canSpeculate = HTMLScriptElement.supports?.('speculationrules') ?? false;
  if (!canSpeculate) void fetch(link.href, { priority: 'low' }).catch(() => undefined);
}

/** React may use a marked link for another address, whose document the browser would prefetch at once. */
export function unmarkReusedLinks(): void {
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof Element) target.removeAttribute(PREFETCH);
  }).observe(document, { subtree: true, attributeFilter: ['href'] });
}
