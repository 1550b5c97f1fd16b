import { isPageLink, leadsElsewhere, linkAt } from './links.ts';

/** A pointer that only crosses a link prefetches nothing. */
const DWELL_MS = 50;
const INTENTS = ['pointerover', 'touchstart', 'focusin'];

const PREFETCH = 'data-prefetch';

/** The content security policy allows this constant text by its hash. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: { selector_matches: `a[${PREFETCH}]` }, eagerness: 'immediate' }],
});

export function onLinkIntent(prefetch: (link: HTMLAnchorElement) => void): () => void {
  let timer = 0;
  const listener = (event: Event) => {
    clearTimeout(timer);
    const link = linkAt(event);
    if (!link || !isPageLink(link) || !leadsElsewhere(link)) return;
    timer = window.setTimeout(prefetch, event.type === 'pointerover' ? DWELL_MS : 0, link);
  };
  for (const intent of INTENTS) addEventListener(intent, listener, { passive: true });
  return () => {
    for (const intent of INTENTS) removeEventListener(intent, listener);
  };
}

/** Uses speculation rules, elsewhere the HTTP cache, which revalidates the document by its ETag. */
export function prefetchDocument(link: HTMLAnchorElement): void {
  if (link.hasAttribute(PREFETCH)) return;
  link.setAttribute(PREFETCH, '');
  const canSpeculate = HTMLScriptElement.supports?.('speculationrules') ?? false;
  if (!canSpeculate) void fetch(link.href, { priority: 'low' }).catch(() => undefined);
}
