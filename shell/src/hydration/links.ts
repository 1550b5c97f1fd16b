/** A pointer that only crosses an element means nothing. */
const DWELL_MS = 50;
const INTENTS = ['pointerover', 'touchstart', 'focusin'];

const PREFETCH = 'data-prefetch';

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

/** The content security policy allows this constant text by its hash. */
export const SPECULATION_RULES = /* @__PURE__ */ JSON.stringify({
  prefetch: [{ where: { selector_matches: `a[${PREFETCH}]` }, eagerness: 'immediate' }],
});

/** Calls `act` when a pointer rests on an element that `at` finds, a touch begins there or it gets the focus. */
export function onIntent<T extends Element>(
  at: (event: Event) => T | null,
  act: (element: T) => void,
  signal: AbortSignal,
): void {
  let timer = 0;
  const listener = (event: Event) => {
    clearTimeout(timer);
    const element = at(event);
    if (element) timer = window.setTimeout(act, event.type === 'pointerover' ? DWELL_MS : 0, element);
  };
  for (const intent of INTENTS) addEventListener(intent, listener, { passive: true, signal });
}

function linkElsewhere(event: Event): HTMLAnchorElement | null {
  const link = linkAt(event);
  return link && isPageLink(link) && leadsElsewhere(link) ? link : null;
}

export const onLinkIntent = (prefetch: (link: HTMLAnchorElement) => void, signal: AbortSignal) =>
  onIntent(linkElsewhere, prefetch, signal);

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
