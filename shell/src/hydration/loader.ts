/** The hydration loader starts deferred scripts at the first use and records events. See docs/hydration.md. */

import { onIntent, onLinkIntent } from '@ki/shared/ui/browser/link-intent.ts';
import { DEFERRED } from '../app/page-state.ts';
import { OVERRIDES_PARAMETER } from '../overrides/overrides.ts';
import { type Hydrated, recordEvents } from './event-recorder.ts';
import { controlAt, HYDRATED, isFollowedByBrowser } from './events.ts';
import { prefetchDocument } from './links.ts';
import { followScheme } from './scheme.ts';

const page = document.documentElement;

function loadScript(deferred: HTMLScriptElement, onFailure: () => void): void {
  // A clone has its address already: Trusted Types allow no script to write one.
  const script = deferred.cloneNode() as HTMLScriptElement;
  script.removeAttribute('type');
  script.async = false;
  script.addEventListener('error', () => {
    script.replaceWith(deferred);
    onFailure();
  });
  deferred.replaceWith(script);
}

function loadDeferredScripts(onFailure: () => void): void {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', () => loadDeferredScripts(onFailure));
    return;
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-deferred]')) link.rel = 'preload';
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type=${DEFERRED}]`))
    loadScript(script, onFailure);
}

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

followScheme();
const recorder = recordEvents();
const unused = new AbortController();
const { signal } = unused;
onLinkIntent(prefetchDocument, signal);
onIntent(controlAt, hydrate, signal);
for (const use of ['keydown', 'input', 'change', 'pointerdown', 'click'])
  addEventListener(use, onUse, { capture: true, passive: true, signal });
addEventListener('popstate', onStep, { signal });
onStep();
addEventListener(HYDRATED, (event) => {
  unused.abort();
  void (event as Hydrated).detail(recorder);
});

function hasSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.*-auth-token$/.test(key));
  } catch {
    // A browser that stores nothing has no session.
    return false;
  }
}

if (recorder.changed.size > 0 || hasSession() || new URLSearchParams(location.search).has(OVERRIDES_PARAMETER))
  hydrate();
else if (page.dataset.hydrate === 'idle') {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  // React would render a document anew that a translation has changed, for a reader who does not use it.
  let isChanged = false;
  const changes = new MutationObserver(() => {
    isChanged = true;
  });
  const watch = () => changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', watch);
  else watch();
  addEventListener('load', () => whenIdle(() => isChanged || hydrate()));
}
