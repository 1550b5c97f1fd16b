/**
 * What a page runs before it is alive: it loads the page's scripts at its first use, and keeps what is done meanwhile.
 * Every visit loads it, so it is small and depends on nothing. See docs/decisions/0032.
 */
import { TAKEN_OVER } from '@ki/shared/contract/early.ts';
import { OVERRIDES_PARAMETER } from '../overrides/overrides.ts';
import { ALIVE } from './alive.ts';
import { isLeftToBrowser } from './browser-clicks.ts';
import { fetchDocumentsAhead } from './documents-ahead.ts';
import { createKeptUse } from './kept-use.ts';
import { loadLaterScripts } from './later-scripts.ts';

const page = document.documentElement;
let isWaking = false;

function wake(): void {
  if (isWaking) return;
  isWaking = true;
  page.dataset.waking = '';
  loadLaterScripts(() => {
    // Links and forms work as they are; the next use tries again.
    isWaking = false;
    delete page.dataset.waking;
  });
}

/** A finger on the page may be about to scroll: only its click is a use. */
const isPress = (event: Event) => event.type === 'click' || (event as PointerEvent).pointerType === 'mouse';

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.matches('button, input, select, textarea, summary');

function onUse(event: Event): void {
  if (event.type === 'focusin' && !isControl(event.target)) return;
  const isPointer = event instanceof MouseEvent;
  if (!isPointer || (isPress(event) && !isLeftToBrowser(event))) wake();
}

const addressHere = () => location.pathname + location.search;
const ownAddress = addressHere();

/** A step in the history that led here while the page was alive, before it was loaded anew: this document is another view. */
function onStep(): void {
  if (addressHere() !== ownAddress) location.reload();
}

const kept = createKeptUse();
const fetchNoMore = fetchDocumentsAhead();
const uses = ['keydown', 'focusin', 'input', 'change', 'pointerdown', 'click'];
for (const use of uses) addEventListener(use, onUse, { capture: true, passive: true });
addEventListener('popstate', onStep);
addEventListener(ALIVE, () => {
  for (const use of uses) removeEventListener(use, onUse, { capture: true });
  removeEventListener('popstate', onStep);
  fetchNoMore();
  void kept.replay().finally(() => dispatchEvent(new Event(TAKEN_OVER)));
});

function hasSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.*-auth-token$/.test(key));
  } catch {
    // Whoever lets no site store anything is not signed in.
    return false;
  }
}

if (kept.wasUsed || hasSession() || new URLSearchParams(location.search).has(OVERRIDES_PARAMETER)) wake();
else if (page.dataset.hydrate === 'idle') {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  addEventListener('load', () => whenIdle(wake));
}
