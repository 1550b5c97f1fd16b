/** The hydration loader starts deferred scripts at the first use and records events. See docs/hydration.md. */
import { REPLAYED } from '@ki/shared/contract/pre-hydration.ts';
import { OVERRIDES_PARAMETER } from '../overrides/overrides.ts';
import { loadDeferredScripts } from './deferred-scripts.ts';
import { createEventReplay } from './event-replay.ts';
import { controlAt, HYDRATED, isFollowedByBrowser } from './events.ts';
import { onIntent, onLinkIntent, prefetchDocument } from './prefetch.ts';

const page = document.documentElement;

function hydrate(): void {
  if (page.dataset.hydrating === '') return;
  page.dataset.hydrating = '';
  loadDeferredScripts(() => {
    // Links and forms work as they are; the next use tries again.
    delete page.dataset.hydrating;
  });
}

/** A touch may begin a scroll: only its click counts as a use. */
const isPress = (event: Event) => event.type === 'click' || (event as PointerEvent).pointerType === 'mouse';

function onUse(event: Event): void {
  const isPointer = event instanceof MouseEvent;
  if (!isPointer || (isPress(event) && !isFollowedByBrowser(event))) hydrate();
}

const addressOf = (at: Location | URL) => at.pathname + at.search;
/** The address may have been left before this script ran. Browsers that hide timings have no such entry. */
const [navigation] = performance.getEntriesByType('navigation');
const ownAddress = addressOf(navigation ? new URL(navigation.name) : location);

/** Going back to an entry that the hydrated page made needs that entry's document: this one is another view. */
function onStep(event?: Event): void {
  if (addressOf(location) === ownAddress) return;
  // React would hydrate this document as the other view.
  event?.stopImmediatePropagation();
  page.dataset.left = '';
  location.reload();
}

const eventReplay = createEventReplay();
const unused = new AbortController();
const { signal } = unused;
onLinkIntent(prefetchDocument, signal);
onIntent(controlAt, hydrate, signal);
for (const use of ['keydown', 'input', 'change', 'pointerdown', 'click'])
  addEventListener(use, onUse, { capture: true, passive: true, signal });
addEventListener('popstate', onStep, { signal });
onStep();
addEventListener(HYDRATED, () => {
  unused.abort();
  void eventReplay.replay().finally(() => dispatchEvent(new Event(REPLAYED)));
});

function hasSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.*-auth-token$/.test(key));
  } catch {
    // A browser that stores nothing has no session.
    return false;
  }
}

if (eventReplay.hasInput || hasSession() || new URLSearchParams(location.search).has(OVERRIDES_PARAMETER)) hydrate();
else if (page.dataset.hydrate === 'idle') {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  addEventListener('load', () => whenIdle(hydrate));
}
