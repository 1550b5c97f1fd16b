import type { createBrowserRouter, Location } from 'react-router-dom';
import { formAsksToStay } from './recovery.ts';

type Router = ReturnType<typeof createBrowserRouter>;

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash;

/**
 * The form that is left has asked by the router's blocker already. Listeners of `beforeunload` run in the order in which
 * they were added, so that a listener could not stop those of forms.
 */
function leaveWithoutQuestion(): void {
  BeforeUnloadEvent.prototype.preventDefault = () => undefined;
}

const askAgain = () => Reflect.deleteProperty(BeforeUnloadEvent.prototype, 'preventDefault');

function requestDocument(address: string, isReplacing: boolean): void {
  leaveWithoutQuestion();
  // A step in the history has changed the address already.
  if (address === addressOf(location)) location.reload();
  else if (isReplacing) location.replace(address);
  else location.assign(address);
}

/**
 * Goes to a page of another generation by its document, as two generations of React never run in one. See
 * docs/decisions/0099.
 */
export function createCrossing() {
  /** The server sent this document for this address: it has no other one for it. */
  const ownPath = location.pathname;
  let router: Router | undefined;
  /**
   * The router's pending or else current location when the browser was sent to a document. A revalidation keeps the
   * object; a second navigation has another.
   */
  let leftAt: Location | null = null;
  let endSubscription = () => {};
  /**
   * The router saves the scroll position on `pagehide`. Chromium has invalidated the style of every element by then, as
   * it has created the next page's frame, and reading the position would compute it before the next page is shown.
   * The press saves it, unless the page is scrolled after that.
   */
  let hasSavedScroll = false;

  function leaveAt(place: Location): void {
    leftAt = place;
    endSubscription();
    if (router) endSubscription = router.subscribe(stopWhenReplaced);
  }

  function stay(): void {
    leftAt = null;
    endSubscription();
    hasSavedScroll = false;
    history.scrollRestoration = 'manual';
    askAgain();
  }

  /** The router's next page does not stop the browser, whose document would take that page away later. */
  function stopWhenReplaced({ navigation, location: current }: Router['state']): void {
    if (!leftAt || (navigation.location ?? current) === leftAt) return;
    stay();
    window.stop();
  }

  addEventListener('pagehide', (event) => hasSavedScroll && event.stopImmediatePropagation(), { capture: true });

  /** The browser may restore this page later, as it was left: the router may still wait for the page to which it went. */
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !leftAt || !router) return;
    stay();
    if (router.state.navigation.state === 'idle') return;
    const { state } = router.state.location;
    void router.navigate(addressOf(location), { replace: true, preventScrollReset: true, state });
  });

  return {
    follow(of: Router): void {
      router = of;
    },
    /**
     * Whether the browser follows a link by itself, as the router's transition would delay the request. The router has to
     * go where a form asks to stay, or another navigation has begun.
     */
    byLink({ pathname }: HTMLAnchorElement): boolean {
      if (router?.state.navigation.state !== 'idle' || pathname === ownPath || formAsksToStay()) return false;
      leaveAt(router.state.location);
      dispatchEvent(new Event('pagehide'));
      hasSavedScroll = true;
      addEventListener('scroll', () => (hasSavedScroll = false), { passive: true, once: true });
      return true;
    },
    /** Settles only when another navigation takes its place. */
    async to(pathname: string, signal: AbortSignal): Promise<void> {
      const navigation = router?.state.navigation;
      const target = navigation?.location;
      if (!target || target.pathname !== pathname || pathname === ownPath) return;
      if (target !== leftAt) {
        leaveAt(target);
        requestDocument(addressOf(target), navigation.historyAction === 'REPLACE');
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
}
