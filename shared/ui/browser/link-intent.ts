/** A pointer that only crosses an element means nothing. */
const DWELL_MS = 50;
const INTENTS = ['pointerover', 'touchstart', 'focusin'];

export const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/** Feeds and other files are documents of their own, not pages. */
export const isPageLink = (link: HTMLAnchorElement) =>
  link.origin === location.origin && !link.target && !link.hasAttribute('download') && !/\.\w+$/.test(link.pathname);

export const leadsElsewhere = (link: HTMLAnchorElement) => link.pathname !== location.pathname;

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
